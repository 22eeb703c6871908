import { expect, test } from 'vitest'

import { slugOf } from './slug.ts'

test.each([
  ['São Paulo', 'sao-paulo'],
  ['  Köln / Bonn! ', 'koln-bonn'],
  ['Groß-Gerau', 'gross-gerau'],
  ['東京', ''],
])('the slug that is suggested for %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
