import { contentWordsOf, wordsMatch } from '#server/views/content-words.ts'
import { fold } from '#server/views/words.ts'

import type { ComparedProfile } from './profile.ts'

export interface Reason {
  text: string
  points: number
}

export interface Facts {
  /** Titles of events that both attended. */
  events: readonly string[]
  mutual: number
  weight: (kind: 'asks' | 'offers', word: string) => number
}

/** One reason of a kind outweighs all reasons of the kinds after it. */
const POINTS = { exchange: 1_000, event: 400, mutual: 200, keyword: 100, industry: 50, city: 20 }
/** Bonus for each further one of the same kind, up to `maxCounted`. */
const BONUS = { event: 20, mutual: 10, keyword: 10, maxCounted: 5 }
const MAX_KEYWORDS_SHOWN = 5
const OTHER_INDUSTRY = 'Other'

/** Why others should meet this member, strongest reason first. */
export function createReasons(own: ComparedProfile) {
  const [ownAsks, ownOffers] = [own.asks.map(withWords), own.offers.map(withWords)]

  return (other: ComparedProfile, facts: Facts): Reason[] => {
    const { displayName: name } = other
    const exchange = (
      asks: readonly Worded[],
      offers: readonly Worded[],
      kind: 'asks' | 'offers',
      sentence: (ask: string, offer: string) => string,
    ) => {
      const best = bestMatch(asks, offers, (word) => facts.weight(kind, word))
      return best ? [{ text: sentence(best.ask, best.offer), points: POINTS.exchange + best.weight }] : []
    }
    return [
      ...exchange(
        ownAsks,
        other.offers.map(withWords),
        'offers',
        (ask, offer) => `Your ask “${ask}” matches ${name}’s offer “${offer}”.`,
      ),
      ...exchange(
        other.asks.map(withWords),
        ownOffers,
        'asks',
        (ask, offer) => `${name}’s ask “${ask}” matches your offer “${offer}”.`,
      ),
      ...eventReason(facts.events),
      ...mutualReason(facts.mutual),
      ...keywordReason(own, other),
      ...placeReason(own, other),
    ].toSorted((a, b) => b.points - a.points)
  }
}

interface Worded {
  text: string
  words: readonly string[]
}

const withWords = (text: string): Worded => ({ text, words: contentWordsOf(text) })

const bonus = (kind: Exclude<keyof typeof BONUS, 'maxCounted'>, count: number) =>
  BONUS[kind] * Math.min(count - 1, BONUS.maxCounted)

function bestMatch(asks: readonly Worded[], offers: readonly Worded[], weight: (word: string) => number) {
  const [best] = asks
    .flatMap((ask) =>
      offers.map((offer) => ({ ask: ask.text, offer: offer.text, weight: overlap(ask, offer, weight) })),
    )
    .filter((match) => match.weight > 0)
    .toSorted((a, b) => b.weight - a.weight || (`${a.ask}\n${a.offer}` < `${b.ask}\n${b.offer}` ? -1 : 1))
  return best
}

const overlap = (ask: Worded, offer: Worded, weight: (word: string) => number) =>
  ask.words
    .filter((word) => offer.words.some((other) => wordsMatch(word, other)))
    .reduce((sum, word) => sum + weight(word), 0)

function eventReason([first, ...others]: readonly string[]): Reason[] {
  if (first === undefined) return []
  const rest =
    others.length === 0 ? '' : ` and ${others.length} more ${others.length === 1 ? 'event' : 'events'}`
  return [
    { text: `You both went to ${first}${rest}.`, points: POINTS.event + bonus('event', others.length + 1) },
  ]
}

function mutualReason(count: number): Reason[] {
  if (count === 0) return []
  const connections = count === 1 ? '1 connection' : `${count} connections`
  return [{ text: `You have ${connections} in common.`, points: POINTS.mutual + bonus('mutual', count) }]
}

function keywordReason(own: ComparedProfile, other: ComparedProfile): Reason[] {
  const theirs = new Set(other.keywords?.map(fold))
  const shared = (own.keywords ?? []).filter((keyword) => theirs.has(fold(keyword)))
  if (shared.length === 0) return []
  const named = shared.slice(0, MAX_KEYWORDS_SHOWN).join(', ')
  const text = `You share the ${shared.length === 1 ? 'keyword' : 'keywords'} ${named}.`
  return [{ text, points: POINTS.keyword + bonus('keyword', shared.length) }]
}

function placeReason(own: ComparedProfile, other: ComparedProfile): Reason[] {
  const { city } = own
  if (!city || fold(city) !== fold(other.city ?? '')) return []
  if (own.industry && own.industry !== OTHER_INDUSTRY && own.industry === other.industry) {
    return [{ text: `You both work in ${own.industry} in ${city}.`, points: POINTS.industry }]
  }
  return [{ text: `You are both in ${city}.`, points: POINTS.city }]
}
