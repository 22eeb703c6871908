import { expect, test } from 'vitest'

import { motifOf } from './motifs.ts'

const TAGS = 'breakfast food craft money hiring cities letters mountains code supper law theatre'.split(' ')

test('events of one topic share a motif, and their titles differ in colour', () => {
  const motifs = ['Bread', 'Coffee', 'Early birds'].map((title) => motifOf({ title, tags: ['breakfast'] }))
  expect(new Set(motifs.map(({ motif }) => motif)).size).toBe(1)
  expect(new Set(motifs.map(({ tint }) => tint)).size).toBeGreaterThan(1)
  expect(motifOf({ title: 'Bread', tags: ['breakfast'] })).toEqual(motifs[0])
})

test('topics spread over eight motifs, and titles over four colours', () => {
  const of = TAGS.flatMap((tag) =>
    TAGS.map((title) => motifOf({ title: `An evening of ${title}`, tags: [tag] })),
  )
  expect(new Set(of.map(({ motif }) => motif)).size).toBeGreaterThanOrEqual(6)
  expect(new Set(of.map(({ tint }) => tint)).size).toBe(4)
  const untagged = TAGS.flatMap((title) => motifOf({ title: `${title} and more`, tags: [] }).motif)
  expect(new Set(untagged).size).toBeGreaterThanOrEqual(5)
})
