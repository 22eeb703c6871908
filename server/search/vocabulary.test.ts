import { array, assert, constantFrom, nat, oneof, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'

import { eachWord } from './tokens.ts'
import { createVocabulary, createWords, IGNORED, UNKNOWN } from './vocabulary.ts'

/** The first two have the same hash. */
const text = oneof(constantFrom('Aa', 'BB', 'a', 'ab', '東京', '🦊', 'the'), string())
const changes = array(record({ text, which: nat(1) }), { maxLength: 300, size: 'max' })

test('each vocabulary finds its own words by their numbers, until they are removed', () => {
  assert(
    property(changes, (all) => {
      const words = createWords()
      const vocabularies = [createVocabulary(words), createVocabulary(words, ['the'])].map((vocabulary) => ({
        vocabulary,
        expected: new Map<string, number>(),
        free: [] as number[],
      }))
      vocabularies[1]!.expected.set('the', IGNORED)
      for (const { text: word, which } of all) {
        const { vocabulary, expected, free } = vocabularies[which]!
        const number = expected.get(word)
        if (number === undefined) {
          const added = free.pop() ?? expected.size
          vocabulary.add(added, word)
          expected.set(word, added)
        } else if (number !== IGNORED) {
          vocabulary.remove(number)
          expected.delete(word)
          free.push(number)
        }
      }
      for (const { text: word } of all)
        for (const { vocabulary, expected } of vocabularies)
          expect(vocabulary.find(word)).toBe(expected.get(word) ?? UNKNOWN)
    }),
    { numRuns: 60 },
  )
})

test('a word is found within a longer text', () => {
  const vocabulary = createVocabulary(createWords())
  for (const [number, word] of ['ada', 'love', 'lovelace'].entries()) vocabulary.add(number, word)
  const found: number[] = []
  const folded = 'lovelace ada lov love'
  eachWord(folded, (from, to, hash) => found.push(vocabulary.findAt(folded, from, to, hash)))
  expect(found).toEqual([2, 0, UNKNOWN, 1])
})

test('keeps many words, and what others have left behind does not matter', () => {
  const vocabulary = createVocabulary(createWords())
  for (let round = 0; round < 3; round++) {
    for (let number = 0; number < 5_000; number++) vocabulary.add(number, `word-${round}-${number}`)
    expect(vocabulary.find(`word-${round}-4999`)).toBe(4_999)
    expect(vocabulary.find('word')).toBe(UNKNOWN)
    for (let number = 0; number < 5_000; number++) vocabulary.remove(number)
    expect(vocabulary.find(`word-${round}-4999`)).toBe(UNKNOWN)
  }
})
