import { expect, test } from 'vitest'

import { wordRange, wordsMatch, contentWordsOf } from './content-words.ts'

test('common words of asks are ignored', () => {
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
])('the words %s and %s match: %s', (a, b, same) => {
  expect([wordsMatch(a, b), wordsMatch(b, a)]).toEqual([same, same])
})

test.each([
  ['marketing', ['marke', 'market', 'marketing', 'marketingsxyz'], ['mark', 'marl']],
  ['wines', ['wine', 'wines', 'winesmith'], ['win', 'winf']],
  ['tax', ['tax'], ['ta', 'taxi']],
])('the range of words that match %s contains all matches', (word, inside, outside) => {
  const [from, to] = wordRange(word)
  const isInside = (other: string) => other >= from && other <= to
  expect(inside.filter((other) => wordsMatch(other, word))).toEqual(inside)
  expect(inside.filter(isInside)).toEqual(inside)
  expect(outside.filter(isInside)).toEqual([])
})
