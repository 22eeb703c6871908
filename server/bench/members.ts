import { INDUSTRIES } from '#shared/community/industries.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import type { Store } from '#server/store/port.ts'

const BATCH = 5_000
const CITIES = 400
const WORDS = 30_000
const SYLLABLES = 'ba do fi ge hu ja ki lo ma ne po ra sa ti vo we ya zu an er il os un ar el'.split(' ')

/** Few words are frequent and most are rare, as in any language. */
const wordOf = (draw: () => number, words = WORDS) => spelt(Math.floor(words * draw() ** 3))

const spelt = (at: number) =>
  [at % 25, Math.floor(at / 25) % 25, Math.floor(at / 625) % 25, Math.floor(at / 15_625)]
    .map((syllable) => SYLLABLES[syllable])
    .join('')

export const memberId = (at: number) => `member-${at}`

/** The same member for the same number, with about 20 searchable words and two asks and offers. */
function measuredMember(at: number): MemberDocument {
  const draw = drawing(at + 1)
  const words = (count: number) => Array.from({ length: count }, () => wordOf(draw)).join(' ')
  const topics = (kind: string) =>
    [0, 1].map((which) => ({ id: `${kind}-${which}`, text: words(5), expiresAt: '2999-01-01T00:00:00.000Z' }))
  return {
    ...newcomer(memberId(at), '2026-01-01T00:00:00.000Z'),
    version: 1,
    email: `member-${at}@example.org`,
    onboardedAt: '2026-01-01T00:00:00.000Z',
    displayName: words(2),
    headline: words(8),
    company: words(3),
    industry: INDUSTRIES[Math.floor(draw() * INDUSTRIES.length)] ?? '',
    address: { city: wordOf(draw, CITIES) },
    bio: words(60),
    asks: topics('ask'),
    offers: topics('offer'),
    keywords: [...new Set(Array.from({ length: 7 }, () => wordOf(draw)))],
    timeZone: 'Europe/London',
  }
}

export async function seedMembers(store: Store, count: number) {
  for (let from = 0; from < count; from += BATCH) {
    await store.transact(async (tx) => {
      for (let at = from; at < Math.min(from + BATCH, count); at++) tx.put(members, measuredMember(at))
    })
  }
}

/** Park and Miller's generator, which is the same on every machine. */
function drawing(seed: number) {
  let state = (seed * 16_807) % 2_147_483_647
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
