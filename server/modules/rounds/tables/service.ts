import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/rounds/messages.ts'
import { TABLE_LIMITS } from '#shared/rounds/rules.ts'
import type {
  GuestTables,
  OwnTables,
  TableDeal,
  TableMove,
  TablePerson,
  TablePlan,
} from '#shared/rounds/tables.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound, stale } from '#server/lib/failure.ts'
import { pairsIn } from '#server/lib/pairs.ts'
import type { Adoption } from '#server/modules/attendance/types.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Events } from '#server/modules/events/module.ts'
import { organiserOf } from '#server/modules/events/events/rights.ts'
import type { EventDocument } from '#server/modules/events/types.ts'
import type { People } from '#server/modules/people/module.ts'
import { factsOf } from '#server/modules/rounds/matching/facts.ts'
import type { Pair } from '#server/modules/rounds/matching/match.ts'
import { createShownReasons } from '#server/modules/rounds/matching/shown-reasons.ts'
import type { FeedListener, Store, Transaction } from '#server/store/port.ts'

import { type TablePlanDocument, tablePlans } from './collection.ts'
import { blockedAmong, peopleByTable, publishedSeats, tablePeople, tablesOnceCheckedIn } from './queries.ts'
import { partiesOf, tablesFor } from './parties.ts'
import { type SeatingQuestion, seatOnThread } from './seater.ts'
import type { Seated } from './seating.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  people: People
  events: Events
  attendance: Attendance
}

/** Settings of an event without a plan. */
const NEW = { rounds: 3, size: 6, sizes: undefined, together: [], apart: [], tables: 0 }
/** Reasons that are shown of each table. */
const MAX_REASONS = 6

export type TableService = ReturnType<typeof createTableService>

/** Seats the people of an event over several rounds (decision 145). */
export function createTableService({ store, clock, newId, people, events, attendance }: Deps) {
  const { eventAccess, eventAudit } = events
  const reasonsFor = createShownReasons({ store, people })

  async function planOf(event: EventDocument): Promise<TablePlan> {
    const stored = await store.get(tablePlans, event.id)
    const hosts = new Set(hostsOf(event))
    const all = tablePeople(await store.views(), event.id).map((person): TablePerson => ({
      ...person,
      isHost: hosts.has(person.member.id),
    }))
    const { rounds, size, sizes, tables, ...groups } = stored ?? NEW
    const going = new Set(all.map(({ member }) => member.id))
    const together = amongThose(going, membersOf(groups.together))
    return {
      version: stored?.version ?? 0,
      rounds,
      size,
      sizes,
      together,
      apart: amongThose(going, membersOf(groups.apart)),
      tables,
      publishedAt: stored?.publishedAt,
      people: all,
      repeats: repeatsIn(all, together),
    }
  }

  /** Writes the next version. @throws Failure 412 when `version` is not the latest */
  async function change(
    actor: Actor,
    eventId: string,
    version: number,
    next: (before: TablePlanDocument | undefined) => Omit<TablePlanDocument, 'id' | 'version'>,
  ): Promise<TablePlan> {
    const event = await store.transact(async (tx) => {
      const found = await eventAccess.editableIn(tx, actor, eventId)
      const before = await tx.get(tablePlans, eventId)
      if ((before?.version ?? 0) !== version) throw stale('plan')
      tx.put(tablePlans, { ...next(before), id: eventId, version: version + 1 })
      await eventAudit.recordAdmin(tx, actor, found, { action: 'event.tables_changed' })
      return found
    })
    return planOf(event)
  }

  async function seated(eventId: string, chosen: readonly TablePerson[], deal: TableDeal): Promise<Seated> {
    const ids = chosen.map(({ member }) => member.id)
    const positions = new Map(ids.map((id, at) => [id, at]))
    const { rounds, size, sizes, keep } = deal
    const wishes = {
      people: chosen.map(({ member, guests, isHost }) => ({ id: member.id, seats: 1 + guests, isHost })),
      rounds,
      size,
      sizes,
      together: deal.together.map((group) => positionsOf(group, positions)),
      seed: keep ? eventId : newId(),
      before: keep ? chosen.map(({ tables }) => tables) : undefined,
    }
    assertPossible(
      wishes,
      deal.apart.map((group) => positionsOf(group, positions)),
    )
    const now = clock()
    const facts = await factsOf(store.views, ids, { now, since: isoInstant(now) })
    const blocked = blockedAmong(await store.views(), ids).map(({ one, other }) => [one, other])
    return seatOnThread({
      ...wishes,
      apart: [...deal.apart.flatMap(pairsIn), ...blocked].map(
        (pair) => positionsOf(pair, positions) as unknown as Pair,
      ),
      facts,
    })
  }

  return {
    /** Everyone who is going, with their tables. */
    get: async (actor: Actor, eventId: string): Promise<TablePlan> =>
      planOf(await eventAccess.editableEvent(actor, eventId)),

    /** Seats people on a thread, for up to a few seconds. @throws Failure 400, 409, 412 */
    async deal(actor: Actor, eventId: string, version: number, sent: TableDeal): Promise<TablePlan> {
      const event = await eventAccess.editableIn(store, actor, eventId)
      const before = await planOf(event)
      if (before.version !== version) throw stale('plan')
      const chosen = before.people.filter(({ checkedInAt }) => sent.who === 'going' || checkedInAt)
      if (chosen.length === 0) throw conflict('nobody_to_seat', m.tablesRefusedNobody({ who: sent.who }))
      if (chosen.length > TABLE_LIMITS.people)
        throw conflict('too_many_to_seat', m.tablesRefusedMany({ most: TABLE_LIMITS.people }))
      const going = new Set(chosen.map(({ member }) => member.id))
      const deal = {
        ...sent,
        together: amongThose(going, sent.together),
        apart: amongThose(going, sent.apart),
      }
      const { tables, seats } = await seated(eventId, chosen, deal)
      const { rounds, size, sizes, together, apart } = deal
      return change(actor, eventId, version, (stored) => ({
        rounds,
        size,
        sizes,
        together: together.map((members) => ({ members })),
        apart: apart.map((members) => ({ members })),
        tables,
        seats: chosen.map(({ member }, at) => ({ member: member.id, tables: seats[at]! })),
        publishedAt: stored?.publishedAt,
      }))
    },

    /** Moves someone in one round, or takes their seat. @throws Failure 404, 412 */
    async move(
      actor: Actor,
      eventId: string,
      version: number,
      { member, round, table }: TableMove & { member: string },
    ): Promise<TablePlan> {
      const going = tablePeople(await store.views(), eventId)
      const isGoing = going.some((person) => person.member.id === member)
      return change(actor, eventId, version, (stored) => {
        if (!stored || !isGoing || round > stored.rounds || table > stored.tables) throw notFound('table')
        const none = { member, tables: Array.from({ length: stored.rounds }, () => 0) }
        const own = stored.seats.find((seat) => seat.member === member) ?? none
        const others = stored.seats.filter((seat) => seat.member !== member)
        return { ...stored, seats: [...others, { member, tables: own.tables.with(round - 1, table) }] }
      })
    },

    /** Members see their tables while the plan is published. @throws Failure 404, 412 */
    publish: (actor: Actor, eventId: string, version: number, isPublished: boolean): Promise<TablePlan> =>
      change(actor, eventId, version, (stored) => {
        if (!stored) throw notFound('table')
        return { ...stored, publishedAt: isPublished ? isoInstant(clock()) : undefined }
      }),

    /** The viewer's own tables, with whom the list of attendees shows there. */
    async own(viewer: Actor, eventId: string): Promise<OwnTables> {
      const event = await eventAccess.seen(viewer, eventId)
      const seats = publishedSeats(await store.views(), event.id, viewer.id)
      const mine = seats.find(({ member }) => member.id === viewer.id)
      const others = seats.filter((seat) => seat !== mine)
      return {
        rounds: (mine?.tables ?? []).flatMap((table, at) => {
          const there = others.filter(({ tables }) => tables[at] === table).map(({ member }) => member)
          return table > 0 ? [{ round: at + 1, table, people: there }] : []
        }),
      }
    },

    /** The tables of a guest without an account, once they are checked in. @throws Failure 404 */
    async ofGuest(link: string): Promise<GuestTables> {
      const { id, guestId } = await attendance.guests.answering.eventOf(link)
      const tables = tablesOnceCheckedIn(await store.views(), id, guestId)
      return { rounds: tables.flatMap((table, at) => (table > 0 ? [{ round: at + 1, table }] : [])) }
    },

    /** Why the people of each table should meet, without those whom the actor does not see elsewhere. */
    async reasons(actor: Actor, eventId: string, round: number) {
      await eventAccess.editableEvent(actor, eventId)
      const groups = peopleByTable(await store.views(), eventId, actor.id, round)
      return Promise.all(
        [...groups].map(async ([table, group]) => {
          const reasons = await reasonsFor(group.map(({ member }) => member))
          return { table, reasons: reasons.slice(0, MAX_REASONS) }
        }),
      )
    },

    /** Seats a member where the guest sat whom they were, unless they have tables of their own. */
    async guestAdopted(tx: Transaction, { eventId, guestId, memberId }: Adoption): Promise<void> {
      const plan = await tx.get(tablePlans, eventId)
      if (!plan) return
      const renamed = (id: string) => (id === guestId ? memberId : id)
      const regrouped = (groups: TablePlanDocument['apart']) =>
        groups.map(({ members }) => ({ members: [...new Set(members.map(renamed))] }))
      const seats = plan.seats
        .filter(({ member }) => member !== guestId || plan.seats.every((seat) => seat.member !== memberId))
        .map((seat) => ({ ...seat, member: renamed(seat.member) }))
      const next = { ...plan, seats, together: regrouped(plan.together), apart: regrouped(plan.apart) }
      if (!isDeepStrictEqual(next, plan)) tx.put(tablePlans, { ...next, version: plan.version + 1 })
    },

    openFeed: (listener: FeedListener<TablePlanDocument>) =>
      store.openFeed(tablePlans, listener, { from: 'now' }),
  }
}

const hostsOf = (event: EventDocument) => [organiserOf(event), ...event.hosts]

const membersOf = (groups: TablePlanDocument['apart']) => groups.map(({ members }) => members)

/** Groups without people who are not going. */
const amongThose = (ids: ReadonlySet<string>, groups: readonly (readonly string[])[]) =>
  groups.map((group) => [...new Set(group)].filter((id) => ids.has(id))).filter((group) => group.length > 1)

const positionsOf = (ids: readonly string[], positions: ReadonlyMap<string, number>) =>
  ids.map((id) => positions.get(id)!)

/**
 * Groups that share someone are one party. A member with more guests than a table has seats gets a larger table.
 * @param apart positions of people
 * @throws Failure 400 when people cannot sit together and apart
 */
function assertPossible(
  wishes: Omit<SeatingQuestion, 'apart' | 'facts'>,
  apart: readonly (readonly number[])[],
) {
  const { size, sizes = [size] } = wishes
  const parties = partiesOf(wishes)
  const largest = Math.max(...sizes)
  if (parties.some(({ members, seats }) => members.length > 1 && seats > largest))
    throw invalidFields({ together: m.tablesRuleTogether({ size: largest }) })
  const partyOf = new Map(parties.flatMap(({ members }, at) => members.map((member) => [member, at])))
  if (apart.some((group) => new Set(group.map((member) => partyOf.get(member))).size < group.length))
    throw invalidFields({ apart: m.tablesRuleApart() })
  const tables = tablesFor(parties, wishes).length
  if (apart.some((group) => group.length > tables))
    throw invalidFields({ apart: m.tablesRuleApartTables({ tables }) })
}

/** Pairs who share a table in more than one round, although they need not. */
function repeatsIn(all: readonly TablePerson[], together: readonly (readonly string[])[]) {
  const expected = new Set(together.flatMap(pairsIn).map(keyOf))
  const seats = all.flatMap(({ member: { id }, tables }) =>
    tables.flatMap((table, round) => (table > 0 ? [{ id, at: `${round} ${table}` }] : [])),
  )
  const atTable = [...Map.groupBy(seats, ({ at }) => at).values()]
  const shared = Map.groupBy(
    atTable.flatMap((group) => pairsIn(group.map(({ id }) => id))),
    keyOf,
  )
  return [...shared]
    .filter(([key, pairs]) => pairs.length > 1 && !expected.has(key))
    .map(([, [pair]]) => pair!)
}

/** Equal for either order. */
const keyOf = (pair: readonly string[]) => pair.toSorted().join(' ')
