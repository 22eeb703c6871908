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
  excluded: Iterable<string>
  /** Absent: everyone listed. */
  among?: ReadonlySet<string> | undefined
  limit: number
}

/** Ids of members worth suggesting, best first: a rough order, before any profile is read. */
export function candidatesFor(
  words: TopicWords,
  { topics, eventsTogether, mutualCounts, excluded, among, limit }: Context,
): string[] {
  /** By slot: to count by ids, which lie all over the memory, takes several times as long. */
  const scores = new Map<number, number>()
  const add = (slot: number | undefined, points: number) => {
    if (slot !== undefined) scores.set(slot, (scores.get(slot) ?? 0) + points)
  }

  let matches = 0
  for (const { topic, word, points, frequency } of rarestFirst(words, topics)) {
    matches += frequency
    if (matches > MAX_MATCHES) break
    const worth = points * topics.weight(topic, word)
    for (const slot of topics.slotsOf(topic, word)) add(slot, worth)
  }
  for (const [id, events] of eventsTogether) add(topics.slotOf(id), POINTS.event * events.length)
  for (const [id, count] of mutualCounts) add(topics.slotOf(id), POINTS.mutual * count)
  for (const id of excluded) scores.delete(topics.slotOf(id) ?? -1)
  if (among) for (const slot of scores.keys()) if (!among.has(topics.idOf(slot))) scores.delete(slot)
  return best(scores, limit, topics.idOf)
}

/** Looks only at the ids of those that can be among the best. */
function best(scores: ReadonlyMap<number, number>, limit: number, idOf: (slot: number) => string) {
  const least = lastOfBest(scores, limit)
  const found: [id: string, score: number][] = []
  scores.forEach((score, slot) => {
    if (score >= least) found.push([idOf(slot), score])
  })
  return found
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([id]) => id)
}

/** The lowest of the `limit` highest scores. */
function lastOfBest(scores: ReadonlyMap<number, number>, limit: number) {
  const highest = new Float64Array(limit).fill(-Infinity)
  scores.forEach((score) => {
    if (score <= highest[0]!) return
    let at = 1
    for (; at < limit && highest[at]! < score; at++) highest[at - 1] = highest[at]!
    highest[at - 1] = score
  })
  return highest[0]!
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
