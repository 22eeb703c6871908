import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { ASK_LIFETIME } from '#shared/people/profile.ts'

/** Documents in one transaction: more delay other writers, fewer wait longer for the disk. */
const BATCH = 1_000
/** Milliseconds between two: a hundred thousand join in three months. */
const JOINED_APART = 80_000

const FIRST_NAMES = SAMPLE_MEMBERS.map(({ displayName }) => displayName.split(' ')[0] ?? displayName)
const LAST_NAMES = SAMPLE_MEMBERS.map(({ displayName }) => displayName.split(' ').at(-1) ?? displayName)
/** With sixty first and sixty last names, these give enough different names for a large town. */
const MIDDLES = ['', ' A.', ' de', ' van', ' K.', ' da', ' M.', ' von', ' T.', ' al', ' R.', ' Mc']

/** The same person for the same number, put together from the sample community. */
export function bulkMember(number: number, now: number): MemberDocument {
  const joinedAt = isoInstant(now - number * JOINED_APART)
  const from = <T>(list: readonly T[], stride: number) =>
    list[(number * stride + (number >> 6)) % list.length] as T
  const [trade, place, talk] = [from(SAMPLE_MEMBERS, 7), from(SAMPLE_MEMBERS, 11), from(SAMPLE_MEMBERS, 13)]
  const said = (texts: readonly string[], kind: string) =>
    texts.map((text, index) => ({
      id: `${kind}-${number}-${index}`,
      text,
      expiresAt: isoInstant(now + ASK_LIFETIME),
    }))
  return {
    ...newcomer(`bulk-${String(number).padStart(7, '0')}`, joinedAt),
    version: 1,
    email: `bulk-${number}@guildhall.example`,
    onboardedAt: joinedAt,
    displayName: `${from(FIRST_NAMES, 17)}${from(MIDDLES, 5)} ${from(LAST_NAMES, 29)}`,
    headline: trade.headline,
    company: `${trade.company} ${1 + (number % 97)}`,
    industry: trade.industry,
    address: { city: place.city, country_code: place.country },
    bio: trade.bio,
    asks: said(talk.asks, 'ask'),
    offers: said(trade.offers, 'offer'),
    keywords: [...new Set([...trade.keywords, ...talk.keywords])],
    timeZone: place.timeZone,
    directoryHidden: number % 50 === 0,
  }
}

/** Adds members 1 to `count`, without accounts to sign in with. */
export async function addBulkMembers(
  store: Store,
  count: number,
  now: number,
  onProgress?: (added: number) => void,
) {
  for (let first = 1; first <= count; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, index) => first + index)
    await store.transact(async (tx) => {
      for (const number of numbers) tx.put(members, bulkMember(number, now))
    })
    onProgress?.(first + numbers.length - 1)
  }
}
