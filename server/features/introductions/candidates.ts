import type { Topic, TopicIndex, TopicWords } from './topic-index.ts'

/** Which words of the viewer match which words of others, and the points per matching word. */
const MATCHES: readonly { own: Topic; other: Topic; points: number }[] = [
  { own: 'asks', other: 'offers', points: 100 },
  { own: 'offers', other: 'asks', points: 100 },
  { own: 'keywords', other: 'keywords', points: 5 },
  { own: 'city', other: 'city', points: 1 },
]
const POINTS = { event: 60, mutual: 20 }
/** Bounds the work. Rarest words first, each with all its matches, so that the result depends on no order. */
const MAX_MATCHES = 5_000

interface Context {
  topics: TopicIndex
  /** Titles of events that each member attended with the viewer. */
  eventsTogether: ReadonlyMap<string, readonly string[]>
  /** Number of mutual connections, from some of the viewer's connections. */
  mutualCounts: ReadonlyMap<string, number>
  isExcluded: (id: string) => boolean
  limit: number
}

/** Ids of members worth suggesting, best first: a rough order, before any profile is read. */
export function candidatesFor(
  words: TopicWords,
  { topics, eventsTogether, mutualCounts, isExcluded, limit }: Context,
): string[] {
  const scores = new Map<string, number>()
  const add = (id: string, points: number) => scores.set(id, (scores.get(id) ?? 0) + points)

  let matches = 0
  for (const { topic, word, points, frequency } of rarestFirst(words, topics)) {
    matches += frequency
    if (matches > MAX_MATCHES) break
    for (const id of topics.idsOf(topic, word)) add(id, points * topics.weight(topic, word))
  }
  for (const [id, events] of eventsTogether) add(id, POINTS.event * events.length)
  for (const [id, count] of mutualCounts) add(id, POINTS.mutual * count)
  return best(
    [...scores].filter(([id]) => !isExcluded(id)),
    limit,
  ).map(([id]) => id)
}

type Scored = [id: string, score: number]

/** Sorts only those that can be among the best: comparing ids of thousands takes longer than all the rest. */
function best(scored: readonly Scored[], limit: number) {
  const last = Float64Array.from(scored, ([, score]) => score).toSorted()[scored.length - limit] ?? -Infinity
  return scored
    .filter(([, score]) => score >= last)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
}

const rarestFirst = (words: TopicWords, topics: TopicIndex) =>
  MATCHES.flatMap(({ own, other, points }) =>
    [...words[own]].map((word) => ({
      topic: other,
      word,
      points,
      frequency: topics.frequency(other, word),
    })),
  ).toSorted((a, b) => a.frequency - b.frequency || b.points - a.points || (a.word < b.word ? -1 : 1))
