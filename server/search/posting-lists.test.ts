import { assert, array, integer, nat, property, record, subarray } from 'fast-check'
import { expect, test } from 'vitest'

import { createPostingLists } from './posting-lists.ts'
import { createPosting, createSlotPool, type Posting, slotsOf } from './postings.ts'

const WORDS = Array.from({ length: 12 }, (_, at) => `word-${at}`)
const SLOTS = 40

const changes = array(record({ slot: integer({ min: 0, max: SLOTS - 1 }), words: subarray(WORDS) }), {
  maxLength: 400,
  size: 'max',
})

test('slots and postings find each other, whatever is replaced, and what is empty is forgotten', () => {
  assert(
    property(changes, nat(400), (all, invertedAt) => {
      const pool = createSlotPool()
      const known = new Map<string, Posting>()
      const lists = createPostingLists<Posting>(({ text }) => void known.delete(text))
      const postingOf = (text: string) =>
        known.getOrInsertComputed(text, () => lists.create((number) => createPosting(pool, text, number)))
      const expected = new Map<number, readonly string[]>()
      for (const [at, { slot, words }] of all.entries()) {
        if (at === invertedAt) lists.invert()
        expected.set(slot, words)
        lists.replace(
          slot,
          words.map((word) => postingOf(word).number),
        )
      }
      lists.invert()
      for (const [slot, words] of expected) expect(lists.of(slot).map(({ text }) => text)).toEqual(words)
      const slotsBy = Map.groupBy(
        [...expected].flatMap(([slot, words]) => words.map((word) => ({ slot, word }))),
        ({ word }) => word,
      )
      expect([...known.keys()].toSorted()).toEqual([...slotsBy.keys()].toSorted())
      for (const [word, having] of slotsBy) {
        const slots = [...slotsOf(known.get(word)!)].toSorted((a, b) => a - b)
        expect(slots).toEqual(having.map(({ slot }) => slot).toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 60 },
  )
})
