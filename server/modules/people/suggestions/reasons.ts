import { industryName } from '#shared/community/industries.ts'
import * as m from '#shared/people/messages.ts'
import { contentWordsOf, wordsMatch } from '#server/views/content-words.ts'
import { fold } from '#shared/lib/words.ts'

import { type ComparedProfile, OTHER_INDUSTRY } from './profile.ts'

export interface Reason {
  text: string
  /** The same about the other alone: `Offers “Falconry”`. */
  match?: string
  points: number
}

export interface Facts {
  /** Titles of events that both attended. */
  events: readonly string[]
  /** Titles of events that both are going to. */
  eventsAhead: readonly string[]
  mutual: number
  weight: (kind: 'asks' | 'offers', word: string) => number
}

/** One reason of a kind outweighs all reasons of the kinds after it. */
const POINTS = {
  exchange: 2_100,
  eventAhead: 1_000,
  event: 400,
  mutual: 200,
  keyword: 100,
  industryInCity: 50,
  city: 20,
  industry: 10,
}
/** Bonus for each further one of the same kind, up to `maxCounted`. */
const BONUS = { eventAhead: 20, event: 20, mutual: 10, keyword: 10, maxCounted: 5 }
const MAX_KEYWORDS_SHOWN = 5

/** Reasons why others should meet this member, strongest first. */
export function createReasons(own: ComparedProfile) {
  const [ownAsks, ownOffers] = [own.asks.map(withWords), own.offers.map(withWords)]

  return (other: ComparedProfile, facts: Facts): Reason[] => {
    const { displayName: name } = other
    const exchange = (
      asks: readonly Worded[],
      offers: readonly Worded[],
      kind: 'asks' | 'offers',
      sentence: (ask: string, offer: string) => Pick<Required<Reason>, 'text' | 'match'>,
    ) => {
      const best = bestMatch(asks, offers, (word) => facts.weight(kind, word))
      return best ? [{ ...sentence(best.ask, best.offer), points: POINTS.exchange + best.weight }] : []
    }
    return [
      ...exchange(ownAsks, other.offers.map(withWords), 'offers', (ask, offer) => ({
        text: m.reasonOffer({ ask, name, offer }),
        match: m.reasonOfferShort({ offer }),
      })),
      ...exchange(other.asks.map(withWords), ownOffers, 'asks', (ask, offer) => ({
        text: m.reasonAsk({ ask, name, offer }),
        match: m.reasonAskShort({ ask }),
      })),
      ...eventReason('eventAhead', m.reasonEventAhead, facts.eventsAhead),
      ...eventReason('event', m.reasonEvent, facts.events),
      ...mutualReason(facts.mutual),
      ...keywordReason(own, other),
      ...placeReason(own, other),
    ].toSorted((a, b) => b.points - a.points)
  }
}

/** Asks of one and offers of the other that match, in both directions, as a third person reads them. */
export function exchangesBetween(
  one: ComparedProfile,
  other: ComparedProfile,
  weight: Facts['weight'],
): string[] {
  const from = (asking: ComparedProfile, offering: ComparedProfile) => {
    const [asks, offers] = [asking.asks.map(withWords), offering.offers.map(withWords)]
    const best = bestMatch(asks, offers, (word) => weight('offers', word))
    if (!best) return []
    const { ask, offer } = best
    return [m.reasonBetween({ asker: asking.displayName, ask, name: offering.displayName, offer })]
  }
  return [...from(one, other), ...from(other, one)]
}

interface Worded {
  text: string
  words: readonly string[]
}

export const withWords = (text: string): Worded => ({ text, words: contentWordsOf(text) })

const bonus = (kind: Exclude<keyof typeof BONUS, 'maxCounted'>, count: number) =>
  BONUS[kind] * Math.min(count - 1, BONUS.maxCounted)

export function bestMatch(
  asks: readonly Worded[],
  offers: readonly Worded[],
  weight: (word: string) => number,
) {
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

function eventReason(
  kind: 'eventAhead' | 'event',
  sentence: (values: { event: string; more: number }) => string,
  [event, ...others]: readonly string[],
): Reason[] {
  if (event === undefined) return []
  const more = others.length
  return [{ text: sentence({ event, more }), points: POINTS[kind] + bonus(kind, more + 1) }]
}

function mutualReason(count: number): Reason[] {
  if (count === 0) return []
  return [{ text: m.reasonMutual({ count }), points: POINTS.mutual + bonus('mutual', count) }]
}

function keywordReason(own: ComparedProfile, other: ComparedProfile): Reason[] {
  const theirs = new Set(other.keywords?.map(fold))
  const shared = (own.keywords ?? []).filter((keyword) => theirs.has(fold(keyword)))
  if (shared.length === 0) return []
  const keywords = shared.slice(0, MAX_KEYWORDS_SHOWN).join(', ')
  const count = shared.length
  return [{ text: m.reasonKeywords({ count, keywords }), points: POINTS.keyword + bonus('keyword', count) }]
}

function placeReason(own: ComparedProfile, other: ComparedProfile): Reason[] {
  const { city, industry } = own
  const isSameCity = city && fold(city) === fold(other.city ?? '')
  const isSameIndustry = industry && industry !== OTHER_INDUSTRY && industry === other.industry
  const named = industryName(industry ?? '')
  if (isSameCity && isSameIndustry)
    return [{ text: m.reasonIndustryInCity({ industry: named, city }), points: POINTS.industryInCity }]
  if (isSameCity) return [{ text: m.reasonCity({ city }), points: POINTS.city }]
  if (isSameIndustry) return [{ text: m.reasonIndustry({ industry: named }), points: POINTS.industry }]
  return []
}
