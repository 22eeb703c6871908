import type { About, Topic, TopicIndex } from './topic-index.ts'

/** What in others answers to what of the viewer, and what a word of it is worth beside one of the others. */
const ANSWERS: readonly { own: Topic; others: Topic; points: number }[] = [
  { own: 'asks', others: 'offers', points: 100 },
  { own: 'offers', others: 'asks', points: 100 },
  { own: 'keywords', others: 'keywords', points: 5 },
  { own: 'city', others: 'city', points: 1 },
]
const POINTS = { event: 60, mutual: 20 }
/** So much is looked at, the rarest words first and each in full, so that the outcome does not hang on any order. */
const MOST_LOOKED_AT = 5_000

interface Known {
  topics: TopicIndex
  /** How many events each person was at with the viewer. */
  met: ReadonlyMap<string, readonly string[]>
  /** How many of some connections of the viewer each person is connected with. */
  friends: ReadonlyMap<string, number>
}

/** Everyone who may be worth meeting, the likeliest first: a rough order, before anyone's profile is read. */
export function candidatesFor(about: About, { topics, met, friends }: Known): string[] {
  const scores = new Map<string, number>()
  const add = (id: string, points: number) => scores.set(id, (scores.get(id) ?? 0) + points)

  let lookedAt = 0
  for (const { topic, word, points, frequency } of rarestFirst(about, topics)) {
    lookedAt += frequency
    if (lookedAt > MOST_LOOKED_AT) break
    for (const id of topics.idsOf(topic, word)) add(id, points * topics.weight(topic, word))
  }
  for (const [id, events] of met) add(id, POINTS.event * events.length)
  for (const [id, count] of friends) add(id, POINTS.mutual * count)
  return [...scores].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id)
}

const rarestFirst = (about: About, topics: TopicIndex) =>
  ANSWERS.flatMap(({ own, others, points }) =>
    [...about[own]].map((word) => ({
      topic: others,
      word,
      points,
      frequency: topics.frequency(others, word),
    })),
  ).toSorted((a, b) => a.frequency - b.frequency || b.points - a.points || (a.word < b.word ? -1 : 1))
