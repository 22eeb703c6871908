import { expect, test } from 'vitest'

import { wordsMatch, stemsOf, contentWordsOf } from './matching.ts'

test('what every ask is full of means nothing', () => {
  expect([
    ...contentWordsOf('Looking for an hour of help with the export of Olive oil, and someone to talk to'),
  ]).toEqual(['export', 'olive', 'oil'])
})

test.each([
  ['market', 'marketing', true],
  ['invest', 'investment', true],
  ['port', 'portfolio', false],
  ['tax', 'taxi', false],
  ['tax', 'tax', true],
  ['wine', 'beer', false],
])('%s and %s: %s', (a, b, same) => {
  expect([wordsMatch(a, b), wordsMatch(b, a)]).toEqual([same, same])
})

test('finds the shorter words that a longer one agrees with', () => {
  expect(stemsOf('wines')).toEqual(['wine'])
  expect(stemsOf('marketing')).toEqual(['marketin', 'marketi', 'market', 'marke'])
  expect(stemsOf('tax')).toEqual([])
})
