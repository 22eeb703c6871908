import type { Ask, MemberProfile } from '#shared/members.ts'
import { isCurrent } from '#shared/profile.ts'
import { createDictionary } from '#server/search/dictionary.ts'
import { slotsOf, type Term } from '#server/search/postings.ts'
import { foldWords } from '#server/search/tokens.ts'
import { fold } from '#server/views/words.ts'
import { createWords } from '#server/search/vocabulary.ts'

import { wordsMatch, stemsOf, contentWordsOf, MIN_LENGTH, STOP_WORDS } from '#server/views/content-words.ts'

const TOPICS = ['asks', 'offers', 'keywords', 'city'] as const
export type Topic = (typeof TOPICS)[number]
/** Words of a profile by topic, normalised for comparison. */
export type TopicWords = Readonly<Record<Topic, ReadonlySet<string>>>

type Comparable = Pick<MemberProfile, 'id' | 'displayName' | 'keywords' | 'address' | 'industry'>

/** The fields of a profile that introductions compare. */
export interface MatchableProfile extends Comparable {
  asks?: readonly Omit<Ask, 'id'>[]
  offers?: readonly Omit<Ask, 'id'>[]
}

/** With the texts of the asks and offers that have not expired. */
export interface CurrentProfile extends Comparable {
  asks: readonly string[]
  offers: readonly string[]
}

const textOf = (list: readonly { text: string }[]) => list.map(({ text }) => text).join('\n')
const cityOf = ({ address }: Comparable) => (address?.city ? [fold(address.city)] : [])

/** @param now milliseconds */
export function atPresent(
  { asks = [], offers = [], ...profile }: MatchableProfile,
  now: number,
): CurrentProfile {
  const current = (list: typeof asks) => list.filter((ask) => isCurrent(ask, now)).map(({ text }) => text)
  return { ...profile, asks: current(asks), offers: current(offers) }
}

export const topicWordsOf = (profile: CurrentProfile): TopicWords => ({
  asks: new Set(profile.asks.flatMap(contentWordsOf)),
  offers: new Set(profile.offers.flatMap(contentWordsOf)),
  keywords: new Set(profile.keywords?.map(fold)),
  city: new Set(cityOf(profile)),
})

const MAX_TERMS = 5_000

interface Row {
  slot: number
  /** The profile, which takes the least memory as a text. */
  text: string
}

export type TopicIndex = ReturnType<typeof createTopicIndex>

/** Listed members by the words of their profiles, as every member sees them. In memory. */
export function createTopicIndex(words = createWords()) {
  const contentWords = { words, ignored: STOP_WORDS, leastLength: MIN_LENGTH }
  const dictionaries = {
    asks: createDictionary(contentWords),
    offers: createDictionary(contentWords),
    keywords: createDictionary({ words }),
    city: createDictionary({ words }),
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
      const { asks = [], offers = [], keywords = [] } = profile
      const row = rows.get(profile.id) ?? { slot: freeSlots.pop() ?? idBySlot.length, text: '' }
      row.text = packProfile(profile)
      idBySlot[row.slot] = profile.id
      rows.set(profile.id, row)
      dictionaries.asks.replaceWords(row.slot, foldWords(textOf(asks)))
      dictionaries.offers.replaceWords(row.slot, foldWords(textOf(offers)))
      dictionaries.keywords.replace(row.slot, keywords.map(fold))
      dictionaries.city.replace(row.slot, cityOf(profile))
    },

    remove(id: string) {
      const row = rows.get(id)
      if (!row) return
      rows.delete(id)
      terms.clear()
      for (const topic of TOPICS) dictionaries[topic].replace(row.slot, [])
      idBySlot[row.slot] = ''
      freeSlots.push(row.slot)
    },

    /** Does what the first search would otherwise wait for, once many profiles are there. */
    prepare() {
      for (const topic of TOPICS) dictionaries[topic].prepare()
    },

    /** @param now milliseconds */
    profileOf(id: string, now: number): CurrentProfile | undefined {
      const row = rows.get(id)
      return row && { id, ...unpackProfile(row.text, now) }
    },

    /** How many profiles match. One with two matching words counts twice. */
    frequency: (topic: Topic, word: string) => frequencyOf(termOf(topic, word)),

    /** Higher for rarer words; 1 for a word that everyone has. */
    weight: (topic: Topic, word: string) =>
      Math.log2(1 + rows.size / Math.max(1, frequencyOf(termOf(topic, word)))),

    /** Of those who match, each once: the place of their profile while it is listed. */
    slotsOf(topic: Topic, word: string): Iterable<number> {
      const [first, ...others] = termOf(topic, word).map(slotsOf)
      return others.length === 0 ? (first ?? []) : new Set([first!, ...others].flatMap((slots) => [...slots]))
    },

    slotOf: (id: string) => rows.get(id)?.slot,
    idOf: (slot: number) => idBySlot[slot]!,
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

function unpackProfile(packed: string, now: number): Omit<CurrentProfile, 'id'> {
  const [displayName, industry, city, keywords, asks, offers] = JSON.parse(packed) as PackedProfile
  const current = (list: readonly PackedAsk[]) =>
    list.flatMap(([text, expiresAt]) => (expiresAt > now ? [text] : []))
  return {
    displayName,
    keywords: [...keywords],
    asks: current(asks),
    offers: current(offers),
    ...(industry && { industry }),
    ...(city && { address: { city } }),
  }
}
