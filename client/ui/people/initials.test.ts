import { expect, test } from 'vitest'

import { initialsOf } from './initials.ts'

test.for([
  ['Ada Lovelace', 'AL'],
  ['  ada   king  lovelace ', 'AL'],
  ['Plato', 'P'],
  ['émile zola', 'ÉZ'],
  ['👩🏽‍🚀 Buzz Aldrin 🌕', 'BA'],
  ['محمد عبد الله (CEO)', 'مC'],
  ['“Ada” <Lovelace>', 'AL'],
  ['👩🏽‍🚀 🌕', '👩🏽‍🚀'],
  ['', ''],
])('the initials of "%s" are "%s"', ([name = '', initials]) => {
  expect(initialsOf(name)).toBe(initials)
})
