import type { Ask, MemberProfile } from '#shared/members.ts'
import { createDictionary } from '#server/search/dictionary.ts'
import type { Term } from '#server/search/postings.ts'
import { fold } from '#server/search/tokens.ts'

import { wordsMatch, stemsOf, contentWordsOf } from './matching.ts'

const TOPICS = ['asks', 'offers', 'keywords', 'city'] as const
export type Topic = (typeof TOPICS)[number]
/** Words of a profile by topic, normalised for comparison. */
export type TopicWords = Readonly<Record<Topic, ReadonlySet<string>>>

/** Of a profile, of its asks and offers, and of its address. */
const MATCHABLE_FIELDS = 'displayName asks offers keywords address industry text expiresAt city'.split(' ')

/** The fields of a profile that introductions compare. */
export interface MatchableProfile extends Pick<
  MemberProfile,
  'id' | 'displayName' | 'keywords' | 'address' | 'industry'
> {
  asks?: readonly Omit<Ask, 'id'>[]
  offers?: readonly Omit<Ask, 'id'>[]
}

export const topicWordsOf = ({
  asks = [],
  offers = [],
  keywords = [],
  address,
}: MatchableProfile): TopicWords => ({
  asks: contentWordsOf(asks.map(({ text }) => text).join('\n')),
  offers: contentWordsOf(offers.map(({ text }) => text).join('\n')),
  keywords: new Set(keywords.map(fold)),
  city: new Set(address?.city ? [fold(address.city)] : []),
})

interface Row {
  slot: number
  words: Partial<Record<Topic, Term>>
  /** The profile as JSON, which takes the least memory. */
  text: string
}

export type TopicIndex = ReturnType<typeof createTopicIndex>

/** Listed members by the words of their profiles, as every member sees them. In memory. */
export function createTopicIndex() {
  const dictionaries = {
    asks: createDictionary(),
    offers: createDictionary(),
    keywords: createDictionary(),
    city: createDictionary(),
  }
  const rows = new Map<string, Row>()
  const idBySlot: string[] = []
  const freeSlots: number[] = []

  function termOf(topic: Topic, word: string): Term {
    const dictionary = dictionaries[topic]
    if (topic === 'keywords' || topic === 'city') return dictionary.equalTo(word)
    return [
      ...dictionary.startingWith(word).filter(({ text }) => wordsMatch(text, word)),
      ...stemsOf(word).flatMap((stem) => dictionary.equalTo(stem)),
    ]
  }

  return {
    put(profile: MatchableProfile) {
      const words = topicWordsOf(profile)
      const row = rows.get(profile.id) ?? { slot: freeSlots.pop() ?? idBySlot.length, words: {}, text: '' }
      row.text = JSON.stringify(profile, MATCHABLE_FIELDS)
      idBySlot[row.slot] = profile.id
      rows.set(profile.id, row)
      for (const topic of TOPICS) {
        row.words[topic] = dictionaries[topic].replace(row.slot, row.words[topic] ?? [], words[topic])
      }
    },

    remove(id: string) {
      const row = rows.get(id)
      if (!row) return
      rows.delete(id)
      for (const topic of TOPICS) dictionaries[topic].replace(row.slot, row.words[topic] ?? [], new Set())
      freeSlots.push(row.slot)
    },

    /** May contain asks and offers that have expired since. */
    profileOf(id: string): MatchableProfile | undefined {
      const row = rows.get(id)
      return row && { ...(JSON.parse(row.text) as Omit<MatchableProfile, 'id'>), id }
    },

    /** How many profiles match. One with two matching words counts twice. */
    frequency: (topic: Topic, word: string) => frequencyOf(termOf(topic, word)),

    /** Higher for rarer words; 1 for a word that everyone has. */
    weight: (topic: Topic, word: string) =>
      Math.log2(1 + rows.size / Math.max(1, frequencyOf(termOf(topic, word)))),

    idsOf: (topic: Topic, word: string) =>
      new Set(termOf(topic, word).flatMap(({ slots }) => slots.map((slot) => idBySlot[slot] ?? ''))),
  }
}

const frequencyOf = (term: Term) => term.reduce((sum, { slots }) => sum + slots.length, 0)
