import * as m from '#shared/rounds/messages.ts'
import { type Page, PAGE_SIZE } from '#shared/lib/page.ts'
import { MAX_GROUP } from '#shared/rounds/rules.ts'
import type { Round, RoundGroup, RoundLine } from '#shared/rounds/schema.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { assertOrganises } from './organisers.ts'
import { participantId } from './participants.ts'
import { apartFrom, peopleIn, resultOf, roundDetails, roundLines } from './queries.ts'
import { createShownReasons } from './matching/shown-reasons.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { decodeCursor, encodeCursor, fingerprint, pageAt } from '#server/views/cursor.ts'

import { nextId, type RoundDocument, roundParticipants, rounds } from './collection.ts'
import { EVENTS_COUNT_FOR } from './proposal.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
}

/** Digits of the number of a group in a cursor. */
const DIGITS = 6

/** Rounds as organisers see and change them. */
export function createRoundOrganising({ store, clock, operations, people }: Deps) {
  const reasonsFor = createShownReasons({ store, people })
  const record = (tx: Transaction, actor: Actor, action: string, target: string, after: object) =>
    operations.audit.record(
      {
        action: `round.${action}`,
        actor: actor.id,
        target,
        after: { ...after },
        sessionHash: actor.sessionHash,
      },
      tx,
    )

  async function groupsFrom(viewer: Actor, round: string, numbers: readonly [number, number]) {
    const found = peopleIn(await store.views(), round, numbers, { viewerId: viewer.id, now: clock() })
    return Promise.all(
      [...Map.groupBy(found, ({ number }) => number)].map(async ([number, rows]): Promise<RoundGroup> => {
        const shown = rows.flatMap(({ person }) => person ?? [])
        const cards = shown.map(({ member }) => member)
        return {
          number,
          people: shown,
          hidden: rows.length - shown.length,
          reasons:
            number === 0 || shown.length < rows.length
              ? []
              : await reasonsFor(cards, isoInstant(clock() - EVENTS_COUNT_FOR)),
        }
      }),
    )
  }

  /** Also for commands. @throws Failure 403, 404 */
  async function seen(viewer: Actor, id: string) {
    const views = await store.views()
    assertOrganises(views, viewer)
    const found = roundDetails(views, viewer, id, clock())
    if (!found) throw notFound('round')
    return found
  }

  return {
    seen,

    /** @throws BadCursor */
    async list(viewer: Actor, cursor?: string): Promise<Page<RoundLine>> {
      const query = fingerprint('rounds')
      const views = await store.views()
      assertOrganises(views, viewer)
      return pageAt(cursor, query, (range) => roundLines(views, viewer, clock(), range))
    },

    /** @throws Failure 404 */
    async details(viewer: Actor, id: string): Promise<Round> {
      const found = await seen(viewer, id)
      const isReleased = found.state === 'releasing' || found.state === 'released'
      return { ...found, result: isReleased ? resultOf(await store.views(), id) : undefined }
    },

    /** @throws Failure 404, BadCursor */
    async groups(viewer: Actor, id: string, cursor?: string): Promise<Page<RoundGroup>> {
      const round = await seen(viewer, id)
      const query = fingerprint('round-groups', id)
      const last = cursor === undefined ? 0 : Number(decodeCursor(cursor, query).key)
      const end = last + PAGE_SIZE
      const items = await groupsFrom(viewer, id, [last + 1, end])
      if (end < round.groups) {
        const position = { key: String(end).padStart(DIGITS, '0'), id }
        return { items, next: encodeCursor(position, query) }
      }
      return { items: [...items, ...(await groupsFrom(viewer, id, [0, 0]))] }
    },

    /**
     * Moves someone to another group, or leaves them out. @throws Failure 409 for people who met lately or must not meet,
     * without saying which of the two
     */
    async move(actor: Actor, id: string, member: string, group: number): Promise<void> {
      await seen(actor, id)
      const apart = new Set(apartFrom(await store.views(), [member], clock()).map(({ other }) => other))
      await store.transact(async (tx) => {
        const round = await inProposal(tx, id)
        const participant = await tx.get(roundParticipants, participantId(id, member))
        if (participant?.state !== 'in') throw notFound('member')
        if (participant.group === group) return
        if (group > round.groups) throw notFound('group')
        const { items } = await tx.find(roundParticipants, { where: { round: id, group }, limit: MAX_GROUP })
        if (group > 0) assertFits(items, apart)
        tx.put(roundParticipants, { ...participant, group })
        await record(tx, actor, 'member_moved', member, { title: round.title })
      })
    },

    /**
     * Cancelling twice succeeds. A monthly round does not repeat: the next one is cancelled with it if it is open, and
     * otherwise does not open. @throws Failure 404, 409 once released
     */
    async cancel(actor: Actor, id: string): Promise<void> {
      await seen(actor, id)
      await store.transact(async (tx) => {
        const [round, next] = await tx.getMany(rounds, [id, nextId(id)])
        if (!round) throw notFound('round')
        if (round.state === 'cancelled') return
        if (round.state === 'releasing' || round.state === 'released')
          throw conflict('round_released', m.refusedCancel())
        const cancelled = next?.state === 'open' ? [round, next] : [round]
        for (const { attempt: _, dueAt: __, ...rest } of cancelled)
          tx.put(rounds, { ...rest, state: 'cancelled' })
        await record(tx, actor, 'cancelled', id, { title: round.title })
      })
    },
  }
}

async function inProposal(tx: Transaction, id: string): Promise<RoundDocument> {
  const round = await tx.get(rounds, id)
  if (!round) throw notFound('round')
  if (round.state !== 'proposed') throw conflict('round_not_proposed', m.refusedNotProposed())
  return round
}

function assertFits(group: readonly { member: string }[], apart: ReadonlySet<string>) {
  if (group.length >= MAX_GROUP) throw conflict('round_group_full', m.refusedFull({ most: MAX_GROUP }))
  if (group.some(({ member }) => apart.has(member))) throw conflict('round_pair_refused', m.refusedPair())
}
