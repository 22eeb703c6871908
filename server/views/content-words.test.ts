import { expect, test } from 'vitest'

import { wordsMatch, stemsOf, contentWordsOf } from './content-words.ts'

test('words that every ask contains do not match', () => {
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

test('a longer word matches its shorter forms', () => {
  expect(stemsOf('wines')).toEqual(['wine'])
  expect(stemsOf('marketing')).toEqual(['marketin', 'marketi', 'market', 'marke'])
  expect(stemsOf('tax')).toEqual([])
})
