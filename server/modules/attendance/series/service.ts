import { Type } from 'typebox'
import { isDeepStrictEqual } from 'node:util'

import { batchesOf } from '#shared/lib/batches.ts'
import * as m from '#shared/events/messages.ts'
import { eventRightOf } from '#shared/events/rights.ts'
import type { SeriesRsvpResult } from '#shared/events/rules.ts'
import type { RsvpOutcome } from '#shared/events/rsvps.ts'
import type { Series, SeriesRsvp, SeriesRsvpResults } from '#shared/events/series.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { retryOnContention } from '#server/store/retry-on-contention.ts'
import { summaryOf } from '#server/modules/events/events/rules.ts'
import type { QuestionService } from '#server/modules/attendance/questions/service.ts'
import type { RsvpDocument } from '#server/modules/attendance/rsvps/seats/collection.ts'
import type { RsvpService } from '#server/modules/attendance/rsvps/service.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { subjectIds } from '#server/modules/subject-ids.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { parseJson } from '#server/views/sql.ts'

import { newSeriesEvents, type SeriesMember, seriesMembers } from './collection.ts'
import { seriesEvents } from './queries.ts'

/** Series of events that the member joined. */
const ExportedSeriesSchema = Type.Array(
  Type.Object({
    series: Type.String(),
    isActive: Type.Boolean(),
    guests: Type.Integer(),
    joinedAt: Type.String(),
  }),
)

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  eventAccess: EventAccess
  questions: QuestionService
  rsvps: RsvpService
}

type EventOfSeries = EventDocument & { seriesId: string }

/** RSVPs that are sent together. */
const BATCH = 100
const EVENTS_PER_RUN = 20

/** Results by the code of a refused RSVP; any other code counts as closed. */
const RESULTS: Readonly<Record<string, SeriesRsvpResult>> = {
  event_full: 'full',
  no_seats: 'full',
  event_cancelled: 'cancelled',
}

export type SeriesService = ReturnType<typeof createSeriesService>

/** RSVPs to series. Each goes to a real event, by the rules of that event. */
export function createSeriesService({
  store,
  clock,
  operations,
  people,
  eventAccess,
  questions,
  rsvps,
}: Deps) {
  /** @throws Failure unless it belongs to a series */
  async function eventOfSeries(viewer: Actor, eventId: string): Promise<EventOfSeries> {
    const event = await eventAccess.visibleEvent(store, eventId, viewer)
    if (!event) throw notFound('event')
    if (event.seriesId === undefined) throw conflict('no_series', m.seriesNone())
    return { ...event, seriesId: event.seriesId }
  }

  const changeMembership = (
    event: EventOfSeries,
    memberId: string,
    change: (before: SeriesMember | undefined) => Pick<SeriesMember, 'isActive' | 'guests' | 'left'>,
  ) =>
    retryOnContention(() =>
      store.transact(async (tx) => {
        const id = membershipId(event, memberId)
        const before = await tx.get(seriesMembers, id)
        const joinedAt = before?.isActive ? before.joinedAt : isoInstant(clock())
        tx.put(seriesMembers, {
          id,
          series: event.seriesId,
          member: memberId,
          joinedAt,
          ...change(before),
        })
      }),
    )

  const idsIn = async (seriesId: string) => (await eventAccess.datesOf(seriesId)).map(({ id }) => id)

  /** Events of the series that have not started and that the viewer may see, earliest first. */
  async function upcoming(viewer: Actor, seriesId: string): Promise<EventDocument[]> {
    const now = isoInstant(clock())
    const found = await eventAccess.visibleAmong(await idsIn(seriesId))
    return (await eventAccess.visibleTo(viewer, found)).filter(({ startsAt }) => startsAt > now)
  }

  const ownRsvps = async (memberId: string) => {
    const all = await rsvps.reader.rsvpsOf(memberId, isoInstant(clock()))
    return new Map(all.map((rsvp) => [rsvp.event, rsvp]))
  }

  /** Sends the RSVP with the answers only if the event asks the same questions as that on screen. */
  async function go(
    actor: Actor,
    event: EventDocument,
    { shown, wish }: { shown: EventDocument; wish: SeriesRsvp },
  ) {
    const { guests, answers } = wish
    const isSame = isDeepStrictEqual(event.questions ?? [], shown.questions ?? [])
    const edit = { state: 'going', guests, ofSeries: true } as const
    return rsvps.respond(actor, event.id, { ...edit, answers: isSame ? answers : undefined })
  }

  return {
    async details(viewer: Actor, eventId: string): Promise<Series> {
      const event = await eventAccess.seen(viewer, eventId)
      if (event.seriesId === undefined) return { items: [], isJoined: false }
      const rows = seriesEvents(await store.views(), viewer, event.seriesId)
      const [states, membership] = await Promise.all([
        rsvps.reader.participation(viewer.id, rows),
        store.get(seriesMembers, joinedId(event.seriesId, viewer.id)),
      ])
      return {
        isJoined: membership?.isActive ?? false,
        items: rows.map(({ card, role }, at) => {
          const right = eventRightOf(viewer.role, role ?? undefined)
          const { seats = { going: 0, waiting: 0 }, mine } = states[at] ?? {}
          return {
            ...parseJson(card),
            seats,
            right,
            mine,
          }
        }),
      }
    },

    /**
     * RSVPs to every upcoming event that the member has not answered, and to later ones as they are published. Never
     * leads to a waitlist. Repeating it continues after a lost response.
     * @throws Failure when answers to the questions of the event on screen are missing; then nothing has changed
     */
    async join(actor: Actor, eventId: string, wish: SeriesRsvp): Promise<SeriesRsvpResults> {
      const shown = await eventOfSeries(actor, eventId)
      const before = await store.get(seriesMembers, membershipId(shown, actor.id))
      const own = await ownRsvps(actor.id)
      // A decline is kept, except on screen or if the member only left the series or let an offer lapse.
      const isKept = ({ event, state, lapsed = false }: RsvpDocument) =>
        state !== 'declined' || !(event === eventId || lapsed || before?.left.includes(event))

      async function answer(event: EventDocument) {
        const stored = own.get(event.id)
        if (event.status === 'cancelled') return { result: 'cancelled' as const }
        if (stored && isKept(stored)) return { result: 'kept' as const, state: stored.state }
        const outcome = await go(actor, event, { shown, wish }).catch((error: unknown) => error)
        if (!(outcome instanceof Error)) {
          return { result: 'answered' as const, state: (outcome as RsvpOutcome).mine.state }
        }
        if (!(outcome instanceof Failure) || outcome.status >= 500) throw outcome
        if (event.id === eventId && outcome.more.fields) throw outcome
        return { result: resultOf(outcome) }
      }

      const first = await answer(shown)
      await changeMembership(shown, actor.id, (stored) => ({
        isActive: true,
        guests: wish.guests,
        left: stored?.left ?? [],
      }))
      const items = await Promise.all(
        (await upcoming(actor, shown.seriesId)).map(async (event) => ({
          event: summaryOf(event),
          ...(event.id === eventId ? first : await answer(event)),
        })),
      )
      await confirm(actor, items)
      return { items }
    },

    /** Gives up every upcoming RSVP to the series. Repeating it continues after a lost response. */
    async leave(actor: Actor, eventId: string): Promise<{ left: number }> {
      const event = await eventOfSeries(actor, eventId)
      const own = await ownRsvps(actor.id)
      const found = await upcoming(actor, event.seriesId)
      const given = found.filter(
        ({ id, status }) => status === 'published' && (own.get(id)?.state ?? 'declined') !== 'declined',
      )
      // Stored first: a job that is about to RSVP to a new event for the member then leaves it.
      await changeMembership(event, actor.id, (stored) => ({
        isActive: false,
        guests: stored?.guests ?? 0,
        left: [...new Set([...(stored?.left ?? []), ...given.map(({ id }) => id)])],
      }))
      await Promise.all(given.map(({ id }) => rsvps.respond(actor, id, { state: 'declined', guests: 0 })))
      return { left: given.length }
    },

    /** Runs in the transaction that publishes the event. */
    async eventPublished(tx: Transaction, { id, seriesId }: EventDocument) {
      if (seriesId !== undefined) tx.put(newSeriesEvents, { id })
    },

    /** Gives those who joined a series a seat at its new events. Safe to run on several replicas at once. */
    async followNewEvents() {
      const { items } = await store.find(newSeriesEvents, { limit: EVENTS_PER_RUN })
      const known = await eventAccess.storedAmong(
        store,
        items.map(({ id }) => id),
      )
      const deleted = items.filter(({ id }) => !known.some((event) => event.id === id))
      await store.transact(async (tx) => {
        for (const { id } of deleted) tx.delete(newSeriesEvents, id)
      })
      for (const group of Map.groupBy(known, ({ seriesId = '' }) => seriesId).values()) await followAll(group)
    },

    exportOf: (memberId: string) =>
      allOf(store, seriesMembers, { where: { member: memberId }, orderBy: 'joinedAt' }),

    forget: (memberId: string) =>
      deleteAll(store, seriesMembers, { where: { member: memberId }, orderBy: 'joinedAt' }),
  }

  /** One message about all of them. */
  async function confirm(actor: Actor, items: SeriesRsvpResults['items']) {
    const seated = items.filter(({ result, state }) => result === 'answered' && state === 'going')
    const [first] = seated
    if (!first) return
    const { id, title } = first.event
    await store.transact(async (tx) =>
      operations.outbox.notify(tx, {
        topic: 'rsvpConfirmed',
        subject: { kind: 'event', id },
        dedupeKey: joinedId(id, actor.id, isoInstant(clock())),
        recipients: [actor.id],
        data: { title, ...(seated.length > 1 && subjectIds(seated.map(({ event }) => event.id))) },
      }),
    )
  }

  /** Members get one message about all of these events, which belong to one series. */
  async function followAll(newEvents: readonly EventDocument[]) {
    const done: EventDocument[] = []
    const seated = new Set<string>()
    const others = new Set<string>()
    try {
      for (const event of newEvents) {
        // Members get their seats once an admin shows it again.
        if (event.hidden?.event && event.startsAt > isoInstant(clock())) continue
        // Members who are invited answer themselves.
        if (event.status === 'published' && event.joinMode !== 'invited')
          await follow(event, { seated, others })
        done.push(event)
      }
    } finally {
      await store.transact(async (tx) => {
        for (const { id } of done) tx.delete(newSeriesEvents, id)
        if (done[0]) notifyOf(tx, done[0], { seated, others: others.difference(seated) })
      })
    }
  }

  async function follow(event: EventDocument, { seated, others }: Record<'seated' | 'others', Set<string>>) {
    const where = { series: event.seriesId ?? '', isActive: true }
    const stateOf = await people.members.accountStates()
    const earlier = await eventsWithSameQuestions(event)
    const all = await allOf(store, seriesMembers, { where, orderBy: 'joinedAt' })
    const active = all.filter(({ member }) => stateOf(member) === 'active')
    for (const batch of batchesOf(active, BATCH)) {
      const edits = await Promise.all(batch.map((each) => rsvpOf(event, each, earlier)))
      for (const [index, outcome] of (await rsvps.respondAll(event.id, edits)).entries()) {
        const { member } = batch[index]!
        if (outcome.status === 'fulfilled')
          (outcome.value.mine.state === 'going' ? seated : others).add(member)
        else if (!(outcome.reason instanceof Failure) || outcome.reason.status >= 500) throw outcome.reason
        else if (outcome.reason.code !== 'not_wanted') others.add(member)
      }
    }
  }

  /** Ids of the other events of the series that ask the same questions, if the event asks any. */
  async function eventsWithSameQuestions({ questions: asked = [], seriesId = '' }: EventDocument) {
    if (asked.length === 0) return []
    const found = await eventAccess.visibleAmong(await idsIn(seriesId))
    return found.filter((each) => isDeepStrictEqual(each.questions, asked)).map(({ id }) => id)
  }

  async function rsvpOf(event: EventDocument, { id, member, guests }: SeriesMember, earlier: string[]) {
    const answers = await questions.latestOf(member, earlier)
    return {
      memberId: member,
      edit: {
        state: 'going' as const,
        guests: Math.min(guests, event.guestsMax),
        ofSeries: true as const,
        answers,
      },
      refusal: async (tx: Transaction, stored: RsvpDocument | undefined) => {
        const isWanted = stored === undefined && (await tx.get(seriesMembers, id))?.isActive
        return isWanted ? undefined : conflict('not_wanted', m.rsvpRefusedUnwanted())
      },
    }
  }

  function notifyOf(
    tx: Transaction,
    { id, title }: EventDocument,
    { seated, others }: Record<'seated' | 'others', ReadonlySet<string>>,
  ) {
    const { notify } = operations.outbox
    const about = { subject: { kind: 'event', id }, dedupeKey: `${id} of series` } as const
    const data = { title, state: 'joinedSeries' }
    if (seated.size > 0) notify(tx, { ...about, topic: 'addedToEvent', recipients: [...seated], data })
    if (others.size > 0) notify(tx, { ...about, topic: 'newEvent', recipients: [...others], data: { title } })
  }
}

const membershipId = ({ seriesId }: EventOfSeries, memberId: string) => joinedId(seriesId, memberId)

function resultOf({ code, more: { fields } }: Failure): SeriesRsvpResult {
  if (fields) return fields['guests'] === undefined ? 'otherQuestions' : 'tooManyGuests'
  return RESULTS[code] ?? 'closed'
}

export const seriesAccountData = (service: SeriesService) =>
  exported(
    { name: 'series', collections: [seriesMembers, newSeriesEvents], schema: ExportedSeriesSchema },
    service,
  )
