import { assert, constantFrom, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'

import { VISIBILITIES } from '#shared/profile.ts'

import { packCard, unpackCard } from './card-text.ts'
import { visibleCard } from './visibility.ts'

const level = constantFrom(...VISIBILITIES)
const cards = record({
  photo: string(),
  headline: string({ unit: 'grapheme' }),
  company: string(),
  visibility: record({ photo: level, headline: level, company: level }),
})

test('a packed card shows everyone the same as the member’s document', () => {
  assert(
    property(
      cards,
      constantFrom('visitor' as const, 'member' as const, 'connection' as const, 'owner' as const),
      (card, audience) => {
        const named = { id: 'ada', displayName: 'Ada' }
        const unpacked = unpackCard(packCard(card))
        expect(visibleCard({ ...named, ...unpacked }, audience)).toEqual(
          visibleCard({ ...named, ...card }, audience),
        )
      },
    ),
  )
})

test('a card with only a name takes no memory of its own', () => {
  const empty = { photo: '', headline: '', company: '' }
  expect(packCard({ ...empty, visibility: { photo: 'public', headline: 'me', company: 'me' } })).toBe(
    undefined,
  )
})
