import type { ViewReader } from '#server/views/sql.ts'

import type { ComparedProfile, Topic } from './profile.ts'
import { topicWordsOf } from './profile.ts'
import { facetTotal, listedTotal, matchingWords, type WordMatch } from './queries.ts'

/** Topics of the viewer's words and of others' words that match, with the points per matching word. */
const MATCHES: readonly { own: Topic; other: Topic; points: number }[] = [
  { own: 'asks', other: 'offers', points: 10_000 },
  { own: 'offers', other: 'asks', points: 10_000 },
  { own: 'keyword', other: 'keyword', points: 500 },
  { own: 'city', other: 'city', points: 100 },
  { own: 'industry', other: 'industry', points: 20 },
]
/** Bounds the work. Rarest words first, each with all its matches, so that the result does not depend on an order. */
const MAX_MATCHES = 1_000

interface Term {
  words: readonly string[]
  /** Number of matching profiles. One with two matching words counts twice. */
  frequency: number
}

/** Frequencies of words in the profiles of listed members. */
export function createTopics(views: ViewReader) {
  const terms = new Map<string, Term>()
  const total = listedTotal(views)

  const termOf = (topic: Topic, word: string): Term =>
    terms.getOrInsertComputed(`${topic} ${word}`, () => {
      if (topic === 'keyword' || topic === 'city' || topic === 'industry') {
        return { words: [word], frequency: facetTotal(views, topic, word) }
      }
      const found = matchingWords(views, topic, word)
      return {
        words: found.map((other) => other.word),
        frequency: found.reduce((sum, { count }) => sum + count, 0),
      }
    })

  /** Higher for rarer words; 1 for a word that everyone has. */
  const weight = (topic: Topic, word: string) =>
    Math.log2(1 + total / Math.max(1, termOf(topic, word).frequency))

  return {
    weight,

    /** Words to find in other profiles, with points for a rough order. */
    matchesOf(profile: ComparedProfile): WordMatch[] {
      const own = topicWordsOf(profile)
      const wanted = MATCHES.flatMap(({ own: topic, other, points }) =>
        own[topic].map((word) => ({ topic: other, word, points, ...termOf(other, word) })),
      ).toSorted((a, b) => a.frequency - b.frequency || b.points - a.points || (a.word < b.word ? -1 : 1))
      let matches = 0
      return wanted
        .filter(({ frequency }) => (matches += frequency) <= MAX_MATCHES)
        .flatMap(({ topic, word, points, words }) =>
          words.map((found): WordMatch => [topic, found, Math.round(points * weight(topic, word))]),
        )
    },
  }
}
