import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { type Tier, TIERS } from '#shared/people/tiers.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import {
  type EntryDocument,
  prestigeCounts,
  prestigeEntries,
  prestigeSummaries,
  type StoredEvaluation,
  type SummaryDocument,
} from './collection.ts'
import { type Count, evaluate, type Evaluation } from './evaluation.ts'

/** Maximum members of a closed ring. */
const MAX_RING = 9
const LESS_CODES = { samePair: 'p', weeklyCap: 'w' } as const
const LESS_OF_CODE: Readonly<Record<string, Count['less']>> = { p: 'samePair', w: 'weeklyCap' }
/** Characters that distinguish a member's entries. */
const ID_CHARACTERS = 12
/** Number of entries that explain a summary. */
const LATEST = 3
/** Maximum summaries per run of the scheduled job. */
const MAX_PER_RUN = 200

const EMPTY: StoredEvaluation = {
  rules: RULES_IN_FORCE.version,
  tier: 'Member',
  points: 0,
  people: 0,
  latest: [],
}

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
}

export type Summaries = ReturnType<typeof createSummaries>

/**
 * Results of members' entries, as stored after the last change. A reader that finds them outdated calculates them
 * from all entries of the member, and stores them if none changed in the meantime.
 */
export function createSummaries({ store, clock, operations, people }: Deps) {
  const { notify } = operations.outbox

  async function calculate(memberId: string, revision: string) {
    const now = clock()
    const entries = await allOf(store, prestigeEntries, ofMember(memberId))
    const evaluation = evaluate(entries, RULES_IN_FORCE, now)
    const evaluated = stored(evaluation, entries)
    const zones = await people.members.timeZonesOf([memberId])
    await store.transact(async (tx) => {
      const summary = await tx.get(prestigeSummaries, memberId)
      if (summary?.revision !== revision) return
      const dueAt = evaluation.changesAt
      tx.put(prestigeSummaries, { id: memberId, revision, evaluated, dueAt })
      const before = await tx.get(prestigeCounts, memberId)
      tx.put(prestigeCounts, { id: memberId, revision, ...keptPart(evaluation) })
      const isHigher = notifyOfTier(tx, memberId, before ? before.tier : 'Member', evaluation)
      // The notification about a higher tier includes the points.
      if (!isHigher) {
        const counted = idsCountedIn(before?.counts ?? '')
        const isNew = ({ id }: EntryDocument) =>
          evaluation.counts.get(id)!.counted > 0 && !counted.has(shortId(id))
        notifyOfPoints(tx, memberId, entries.filter(isNew), evaluation)
      }
      if (evaluated.graceUntil !== summary.evaluated?.graceUntil)
        notifyOfGrace(tx, memberId, evaluated, zones.get(memberId))
    })
    return { evaluated, counts: evaluation.counts }
  }

  function notifyOfTier(
    tx: Transaction,
    memberId: string,
    before: Tier | undefined,
    { tier, points, confirmers }: Evaluation,
  ) {
    if (before === undefined || before === tier) return false
    const isHigher = TIERS.indexOf(tier) > TIERS.indexOf(before)
    notify(tx, {
      topic: 'prestigeChanged',
      subject: { kind: 'prestige', id: memberId },
      dedupeKey: `${memberId} ${before} ${tier} ${isoInstant(clock())}`,
      recipients: [memberId],
      data: isHigher
        ? { news: 'tierReached', tier, points: String(points), people: String(confirmers.size) }
        : { news: 'tierChanged', tier },
    })
    return isHigher
  }

  /**
   * Notifies once per entry, however often it is calculated. @param earned entries that count now but did not before
   */
  function notifyOfPoints(
    tx: Transaction,
    memberId: string,
    earned: readonly EntryDocument[],
    { counts }: Evaluation,
  ) {
    const [first, ...others] = earned
    if (!first) return
    const points = earned.reduce((sum, { id }) => sum + counts.get(id)!.counted, 0)
    notify(tx, {
      topic: 'prestigeChanged',
      subject: { kind: 'prestige', id: memberId },
      dedupeKey: `${memberId} earned ${earned.map(({ id }) => id).join(' ')}`,
      recipients: [memberId],
      digestOnly: true,
      data: {
        news: 'points',
        points: String(points),
        kind: first.kind,
        subject: first.subject,
        more: String(others.length),
      },
    })
  }

  /** Notifies once per grace period, however often the member's entries change in it. */
  function notifyOfGrace(
    tx: Transaction,
    memberId: string,
    { tier, graceUntil }: StoredEvaluation,
    timeZone = 'UTC',
  ) {
    if (graceUntil === undefined) return
    notify(tx, {
      topic: 'prestigeChanged',
      subject: { kind: 'prestige', id: memberId },
      dedupeKey: `${memberId} ${tier} until ${graceUntil}`,
      recipients: [memberId],
      data: { news: 'tierEnds', tier, until: graceUntil, timeZone },
    })
  }

  const isCurrent = (summary: SummaryDocument): summary is Required<SummaryDocument> =>
    summary.evaluated?.rules === RULES_IN_FORCE.version &&
    (summary.dueAt === undefined || Date.parse(summary.dueAt) > clock())

  return {
    async summaryOf(memberId: string): Promise<StoredEvaluation> {
      const summary = await store.get(prestigeSummaries, memberId)
      if (!summary) return EMPTY
      return isCurrent(summary) ? summary.evaluated : (await calculate(memberId, summary.revision)).evaluated
    },

    /** Includes the points of each valid entry, by the entry's id. */
    async summaryWithCounts(memberId: string) {
      const [summary, counts] = await Promise.all([
        store.get(prestigeSummaries, memberId),
        store.get(prestigeCounts, memberId),
      ])
      if (!summary) return { evaluated: EMPTY, countOf: () => undefined }
      if (isCurrent(summary) && counts?.revision === summary.revision) {
        return { evaluated: summary.evaluated, countOf: (id: string) => countIn(counts.counts, id) }
      }
      const calculated = await calculate(memberId, summary.revision)
      return { evaluated: calculated.evaluated, countOf: (id: string) => calculated.counts.get(id) }
    },

    /**
     * Safe to run on several replicas at once.
     * @param chosen selects the due members to calculate
     */
    async calculateDue(chosen: (ids: readonly string[]) => Promise<readonly string[]> = async (ids) => ids) {
      const { items } = await store.find(prestigeSummaries, {
        orderBy: 'dueAt',
        range: { lte: isoInstant(clock()) },
        limit: MAX_PER_RUN,
      })
      if (items.length === 0) return
      const wanted = new Set(await chosen(items.map(({ id }) => id)))
      for (const { id, revision } of items) if (wanted.has(id)) await calculate(id, revision)
    },
  }
}

export const ofMember = (memberId: string) => ({ where: { member: memberId }, orderBy: 'at' }) as const

/** @param entries in the order of time */
function stored(
  { tier, points, confirmers, since, graceUntil, changesAt, counts }: Evaluation,
  entries: readonly EntryDocument[],
): StoredEvaluation {
  return {
    rules: RULES_IN_FORCE.version,
    tier,
    points,
    people: confirmers.size,
    latest: entries
      .filter(({ voided }) => !voided)
      .slice(-LATEST)
      .toReversed()
      .map(({ id, kind, subject, at }) => ({ id, kind, subject, points: counts.get(id)?.counted ?? 0, at })),
    since,
    graceUntil,
    changesAt,
  }
}

const keptPart = ({ tier, points, confirmers, since, counts }: Evaluation) => ({
  counts: encodeCounts(counts),
  tier,
  points,
  people: confirmers.size,
  since,
  confirmers: confirmers.size < MAX_RING ? [...confirmers].toSorted() : undefined,
})

const shortId = (id: string) => id.slice(0, ID_CHARACTERS)

/** One text, so that the store indexes none of it: `<id>:<points><code>` for each valid entry. */
const encodeCounts = (counts: Evaluation['counts']) =>
  [...counts]
    .flatMap(([id, { counted, less }]) => {
      if (less === undefined) return [`${shortId(id)}:${counted}`]
      return less === 'samePair' || less === 'weeklyCap'
        ? [`${shortId(id)}:${counted}${LESS_CODES[less]}`]
        : []
    })
    .join(' ')

/** Short ids of entries with counted points. */
const idsCountedIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(' ')
      .filter((count) => !/:0[a-z]?$/.test(count))
      .map(shortId),
  )

/** A page shows few of them: splitting the text of thousands would cost more than everything else. */
function countIn(text: string, id: string): Count | undefined {
  const [, count] = new RegExp(`(?:^| )${RegExp.escape(shortId(id))}:(\\S+)`).exec(text) ?? []
  if (count === undefined) return undefined
  const less = LESS_OF_CODE[count.at(-1) ?? '']
  return { counted: Number.parseFloat(count), less }
}
