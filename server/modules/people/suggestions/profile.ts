import type { OwnProfile } from '#shared/people/members.ts'
import { isCurrent } from '#shared/people/profile.ts'
import type { PersonDetails, PersonExchanges } from '#server/modules/people/members/types.ts'
import { contentWordsOf } from '#server/views/content-words.ts'
import { fold } from '#shared/lib/words.ts'

/** The industry of members whose own is not in the list. */
export const OTHER_INDUSTRY = 'Other'

/** Fields that suggestions compare, with the texts of current asks and offers. */
export interface ComparedProfile extends PersonDetails {
  id: string
  displayName: string
  asks: readonly string[]
  offers: readonly string[]
}

/** Common topics of profiles. The last three have the names of directory filters. */
export type Topic = 'asks' | 'offers' | 'keyword' | 'city' | 'industry'

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
  return comparedProfile(own, { industry, keywords, asks, offers, city: city || undefined }, now)
}

/** Words of the profile by topic, in their compared form. */
export const topicWordsOf = ({
  asks,
  offers,
  keywords = [],
  city,
  industry,
}: ComparedProfile): Readonly<Record<Topic, readonly string[]>> => ({
  asks: [...new Set(asks.flatMap(contentWordsOf))],
  offers: [...new Set(offers.flatMap(contentWordsOf))],
  keyword: [...new Set(keywords.map(fold))],
  city: city ? [fold(city)] : [],
  industry: industry && industry !== OTHER_INDUSTRY ? [fold(industry)] : [],
})
