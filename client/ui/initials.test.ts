import { expect, test } from 'vitest'

import { initialsOf } from './initials.ts'

test.for([
  ['Ada Lovelace', 'AL'],
  ['  ada   king  lovelace ', 'AL'],
  ['Plato', 'P'],
  ['émile zola', 'ÉZ'],
  ['👩🏽‍🚀 Aldrin', '👩🏽‍🚀A'],
  ['', ''],
])('the initials of "%s" are "%s"', ([name = '', initials]) => {
  expect(initialsOf(name)).toBe(initials)
})
