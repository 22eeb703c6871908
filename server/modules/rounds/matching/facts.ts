import { setImmediate as nextTurn } from 'node:timers/promises'

import { batchesOf } from '#shared/lib/batches.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { sql, type ViewReader } from '#server/views/sql.ts'

import type { Pair } from './match.ts'
import type { Facts } from './reasons.ts'

/** People whose rows are read at once: a few milliseconds of the event loop. */
const SLICE = 500
/** A group with only one of them is no reason, and one with almost everybody is none either. */
const MIN_GROUP = 2

/** Facts that these people have in common, as members see them. @param since ISO instant from which events count */
export async function factsOf(
  open: () => Promise<ViewReader>,
  ids: readonly string[],
  { now, since }: { now: number; since: string },
): Promise<Facts> {
  const positions = new Map(ids.map((id, at) => [id, at]))
  const asks: Record<string, number[]> = {}
  const offers: Record<string, number[]> = {}
  const industries: Record<string, number[]> = {}
  const events: Record<string, number[]> = {}
  const connections: Record<string, number[]> = {}
  const tables: Readonly<Record<string, Record<string, number[]>>> = {
    asks,
    offers,
    industries,
    events,
    connections,
  }
  for (const [index, batch] of batchesOf(ids, SLICE).entries()) {
    for (const { at, kind, word } of rows(await open(), batch, { now: isoInstant(now), since }))
      (tables[kind]![word] ??= []).push(index * SLICE + at)
    await nextTurn()
  }
  return {
    asks,
    offers,
    industries: shared(industries),
    events: shared(events),
    connections: shared(connections),
    connected: Object.entries(connections).flatMap(([id, others]) => {
      const at = positions.get(id)
      return at === undefined ? [] : others.map((other): Pair => [at, other])
    }),
  }
}

const shared = (table: Record<string, number[]>) =>
  Object.values(table).filter(({ length }) => length >= MIN_GROUP)

const rows = (views: ViewReader, ids: readonly string[], { now, since }: { now: string; since: string }) =>
  views.all<{ at: number; kind: string; word: string }>(sql`
    WITH wanted (at, id, number) AS MATERIALIZED (
      SELECT one.key, p.id, p.number FROM json_each(${JSON.stringify(ids)}) AS one CROSS JOIN person AS p ON p.id = one.value)
    SELECT at, w.kind, w.word FROM wanted CROSS JOIN exchangeWord AS w ON w.number = wanted.number
      WHERE w.expiresAt > ${now}
    UNION ALL
    SELECT at, 'industries', f.folded FROM wanted CROSS JOIN personFacet AS f ON f.number = wanted.number
      WHERE f.facet = 'industry' AND f.folded <> 'other'
    UNION ALL
    SELECT at, 'events', r.event FROM wanted CROSS JOIN rsvp AS r ON r.member = wanted.id
      WHERE r.state = 'going' AND r.startsAt > ${since}
    UNION ALL
    SELECT at, 'connections', o.otherId FROM wanted CROSS JOIN connectionOf AS o ON o.memberId = wanted.id
      WHERE o.state = 'accepted'`)
