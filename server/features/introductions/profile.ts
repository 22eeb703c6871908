import type { OwnProfile } from '#shared/members.ts'
import { isCurrent } from '#shared/profile.ts'
import type { PersonDetails, PersonExchanges } from '#server/features/members/types.ts'
import { contentWordsOf } from '#server/views/content-words.ts'
import { fold } from '#server/views/words.ts'

/** What introductions compare, with the texts of asks and offers that have not expired. */
export interface ComparedProfile extends PersonDetails {
  id: string
  displayName: string
  asks: readonly string[]
  offers: readonly string[]
}

/** What profiles have in common. The last two have the names of filters of the directory. */
export type Topic = 'asks' | 'offers' | 'keyword' | 'city'

const currentTexts = (exchanges: PersonExchanges['asks'] = [], now: number) =>
  exchanges.filter((each) => isCurrent(each, now)).map(({ text }) => text)

/** @param now milliseconds */
export const comparedProfile = (
  { id, displayName }: Pick<ComparedProfile, 'id' | 'displayName'>,
  { asks, offers, ...details }: PersonDetails & PersonExchanges,
  now: number,
): ComparedProfile => ({
  id,
  displayName,
  ...details,
  asks: currentTexts(asks, now),
  offers: currentTexts(offers, now),
})

export function ownComparedProfile(own: OwnProfile, now: number): ComparedProfile {
  const { industry, address, keywords, asks, offers } = own
  const { city } = address
  return comparedProfile(own, { industry, keywords, asks, offers, ...(city && { city }) }, now)
}

/** Words of the profile by topic, as they are compared. */
export const topicWordsOf = ({
  asks,
  offers,
  keywords = [],
  city,
}: ComparedProfile): Readonly<Record<Topic, readonly string[]>> => ({
  asks: [...new Set(asks.flatMap(contentWordsOf))],
  offers: [...new Set(offers.flatMap(contentWordsOf))],
  keyword: [...new Set(keywords.map(fold))],
  city: city ? [fold(city)] : [],
})
