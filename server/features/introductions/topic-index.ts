import type { Ask, MemberProfile } from '#shared/members.ts'
import { createDictionary } from '#server/search/dictionary.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { slotsOf, type Term } from '#server/search/postings.ts'
import { fold } from '#server/search/tokens.ts'

import { wordsMatch, stemsOf, contentWordsOf } from './matching.ts'

const TOPICS = ['asks', 'offers', 'keywords', 'city'] as const
export type Topic = (typeof TOPICS)[number]
/** Words of a profile by topic, normalised for comparison. */
export type TopicWords = Readonly<Record<Topic, ReadonlySet<string>>>

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

const MAX_TERMS = 5_000

interface Row {
  slot: number
  /** The profile, which takes the least memory as a text. */
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

  /** Until a profile changes: suggesting introductions to one member asks for the same words hundreds of times. */
  const terms = new Map<string, Term>()

  function termOf(topic: Topic, word: string): Term {
    if (terms.size >= MAX_TERMS) terms.clear()
    return terms.getOrInsertComputed(`${topic} ${word}`, () => findTerm(topic, word))
  }

  function findTerm(topic: Topic, word: string): Term {
    const dictionary = dictionaries[topic]
    if (topic === 'keywords' || topic === 'city') return dictionary.equalTo(word)
    return [
      ...dictionary.startingWith(word).filter(({ text }) => wordsMatch(text, word)),
      ...stemsOf(word).flatMap((stem) => dictionary.equalTo(stem)),
    ]
  }

  return {
    put(profile: MatchableProfile) {
      terms.clear()
      const words = topicWordsOf(profile)
      const row = rows.get(profile.id) ?? { slot: freeSlots.pop() ?? idBySlot.length, text: '' }
      row.text = packProfile(profile)
      idBySlot[row.slot] = profile.id
      rows.set(profile.id, row)
      for (const topic of TOPICS) dictionaries[topic].replace(row.slot, words[topic])
    },

    remove(id: string) {
      const row = rows.get(id)
      if (!row) return
      rows.delete(id)
      terms.clear()
      for (const topic of TOPICS) dictionaries[topic].replace(row.slot, new Set())
      freeSlots.push(row.slot)
    },

    /** May contain asks and offers that have expired since. */
    profileOf(id: string): MatchableProfile | undefined {
      const row = rows.get(id)
      return row && { id, ...unpackProfile(row.text) }
    },

    /** How many profiles match. One with two matching words counts twice. */
    frequency: (topic: Topic, word: string) => frequencyOf(termOf(topic, word)),

    /** Higher for rarer words; 1 for a word that everyone has. */
    weight: (topic: Topic, word: string) =>
      Math.log2(1 + rows.size / Math.max(1, frequencyOf(termOf(topic, word)))),

    idsOf: (topic: Topic, word: string) =>
      new Set(
        termOf(topic, word).flatMap((posting) => Array.from(slotsOf(posting), (slot) => idBySlot[slot]!)),
      ),
  }
}

const frequencyOf = (term: Term) => term.reduce((sum, { count }) => sum + count, 0)

type PackedAsk = [text: string, expiresAt: number]
type PackedProfile = [
  displayName: string,
  industry: string,
  city: string,
  keywords: readonly string[],
  asks: PackedAsk[],
  offers: PackedAsk[],
]

const packProfile = ({
  displayName,
  industry,
  address,
  keywords,
  asks = [],
  offers = [],
}: MatchableProfile) => {
  const pack = (list: typeof asks) =>
    list.map(({ text, expiresAt }): PackedAsk => [text, Date.parse(expiresAt)])
  const packed: PackedProfile = [
    displayName,
    industry ?? '',
    address?.city ?? '',
    keywords ?? [],
    pack(asks),
    pack(offers),
  ]
  return JSON.stringify(packed)
}

function unpackProfile(packed: string): Omit<MatchableProfile, 'id'> {
  const [displayName, industry, city, keywords, asks, offers] = JSON.parse(packed) as PackedProfile
  return {
    displayName,
    keywords: [...keywords],
    asks: unpackAsks(asks),
    offers: unpackAsks(offers),
    ...(industry && { industry }),
    ...(city && { address: { city } }),
  }
}

const unpackAsks = (list: readonly PackedAsk[]) =>
  list.map(([text, expiresAt]) => ({ text, expiresAt: isoInstant(expiresAt) }))
