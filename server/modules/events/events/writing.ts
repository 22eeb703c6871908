import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/events/messages.ts'
import { formatAddress } from '#shared/people/address.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { retryOnContention } from '#server/store/retry-on-contention.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { subjectIds } from '#server/modules/subject-ids.ts'
import type { AccountStateLookup } from '#server/modules/people/relationships/types.ts'
import type { People } from '#server/modules/people/module.ts'
import type { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { type EventDocument, events } from './collection.ts'

import { organiserOf, roleAt } from './rights.ts'
import { isCurrent, isVisible } from './rules.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  chapters: Chapters
  withEventLock: KeyedMutex
}

type Next = (before: EventDocument, tx: Transaction) => EventDocument | Promise<EventDocument>
type NextOfAll = (before: readonly EventDocument[], tx: Transaction) => Promise<readonly EventDocument[]>

interface Change {
  before: EventDocument
  after: EventDocument
}

interface ChangeBy extends Change {
  doneBy: string | undefined
  /** Read before the transaction. */
  accountStateOf: AccountStateLookup
}

export type EventWriter = ReturnType<typeof createEventWriter>
export type WriteEvent = EventWriter['write']

/** The only way to change an event. Nothing is written if `next` returns its input. `doneBy` is not notified. */
export function createEventWriter({ store, clock, operations, people, chapters, withEventLock }: Deps) {
  const { notify } = operations.outbox
  const { accountStates } = people.members
  const published = createSubscribers<[Transaction, EventDocument]>()
  const changed = createSubscribers<[Transaction, ChangeBy]>()
  const moved = createSubscribers<[eventId: string]>()

  /** Closing a chapter reads its events, and so conflicts with this. @throws Failure 409 */
  async function assertChapterOpen(tx: Transaction, { chapterId }: EventDocument) {
    if (chapterId !== undefined && (await chapters.access.isClosed(tx, chapterId)))
      throw conflict('chapter_closed', m.eventChapterClosed())
  }

  async function put(
    tx: Transaction,
    before: EventDocument,
    changedEvent: EventDocument,
    by: Omit<ChangeBy, keyof Change>,
  ): Promise<Change> {
    if (changedEvent === before) return { before, after: before }
    const after = {
      ...changedEvent,
      version: before.version + 1,
      sequence: before.sequence + Number(affectsCalendars(before, changedEvent)),
      changedAt: isoInstant(clock()),
    }
    tx.put(events, after)
    if (isPublication({ before, after })) {
      await assertChapterOpen(tx, after)
      await published.emit(tx, after)
    }
    if (affectsRsvps(before, after)) await changed.emit(tx, { before, after, ...by })
    return { before, after }
  }

  /** The event is saved, so a failure is ignored. */
  async function emitMove({ before, after }: Change) {
    if (before.startsAt !== after.startsAt) await moved.emit(after.id).catch(() => {})
  }

  /** Mutexes are always taken in the order of the ids, so that two of these never wait for each other. */
  const withEventLocks = <R>(ids: readonly string[], work: () => Promise<R>): Promise<R> =>
    ids.toSorted().reduceRight<() => Promise<R>>((inner, id) => () => withEventLock(id, inner), work)()

  return {
    /** Runs in the transaction that publishes the event. */
    onPublished: published.subscribe,

    /** Runs in the transaction of each change that can affect seats, RSVPs or points for attendance. */
    onChange: changed.subscribe,

    /** Runs after the commit. What it leaves undone, a job has to finish. */
    onMoved: moved.subscribe,

    /**
     * Called in the transaction of a decision about a report. Reads the account states there, because only there is
     * the report known to be about an event. That is rare.
     */
    visibilityChanged: async (tx: Transaction, before: EventDocument, after: EventDocument) =>
      changed.emit(tx, { before, after, doneBy: undefined, accountStateOf: await accountStates() }),

    async write(id: string, doneBy: string | undefined, next: Next): Promise<EventDocument> {
      const accountStateOf = await accountStates()
      const work = async (tx: Transaction) => {
        const before = await tx.get(events, id)
        if (!before) throw notFound('event')
        const change = await put(tx, before, await next(before, tx), { doneBy, accountStateOf })
        notifyOfChange(tx, change, doneBy)
        notifyOfQuestions(tx, [change], doneBy)
        notifyOfRoles(tx, [change], doneBy)
        return change
      }
      const change = await withEventLock(id, () => retryOnContention(() => store.transact(work)))
      await emitMove(change)
      return change.after
    },

    /**
     * Changes several events in one transaction. Everyone concerned gets one message.
     * @param ids at most 104; the message is about the first
     * @returns the events that changed, in the order of `ids`
     */
    async writeTogether(ids: readonly string[], doneBy: string, next: NextOfAll): Promise<EventDocument[]> {
      const accountStateOf = await accountStates()
      const work = async (tx: Transaction) => {
        const found = (await tx.getMany(events, ids)).filter((event) => event !== undefined)
        const nexts = await next(found, tx)
        const changes: Change[] = []
        for (const [at, before] of found.entries()) {
          const change = await put(tx, before, nexts[at]!, { doneBy, accountStateOf })
          if (change.after !== before) changes.push(change)
        }
        notifyOfChanges(tx, changes, doneBy)
        notifyOfQuestions(tx, changes, doneBy)
        notifyOfRoles(tx, changes, doneBy)
        return changes
      }
      const changes = await withEventLocks(ids, () => retryOnContention(() => store.transact(work)))
      for (const change of changes) await emitMove(change)
      return changes.map(({ after }) => after)
    },
  }

  function notifyOfChanges(tx: Transaction, changes: readonly Change[], doneBy: string) {
    const notified = changes.filter((change) => isNotified(change, clock()))
    const kinds = Map.groupBy(notified, topicOf)
    for (const [topic, [first, ...others]] of kinds) {
      if (topic === 'newEvent' || others.length === 0) notifyOfChange(tx, first!, doneBy)
      else notifyOfSeveral(tx, topic, [first!, ...others], doneBy)
    }
  }

  function notifyOfSeveral(
    tx: Transaction,
    topic: 'eventChanged' | 'eventCancelled',
    changes: readonly Change[],
    doneBy: string,
  ) {
    const { id, title, version, reason = '' } = changes[0]!.after
    notify(tx, {
      topic,
      subject: { kind: 'event', id },
      dedupeKey: `${id} ${version} together`,
      recipients: 'attendeesAndRequests',
      doneBy,
      data: {
        title,
        reason,
        ...subjectIds(changes.map(({ after }) => after.id)),
      },
    })
  }

  /** Members who are going are not asked here, so that a new question costs no one their seat. */
  function notifyOfQuestions(tx: Transaction, changes: readonly Change[], doneBy?: string) {
    const asking = changes.filter(
      ({ before, after }) =>
        before.status === 'published' &&
        after.status === 'published' &&
        !after.hidden?.event &&
        Date.parse(after.startsAt) > clock() &&
        addedQuestions(before, after) > 0,
    )
    if (!asking[0]) return
    const { before, after } = asking[0]
    notify(tx, {
      topic: 'questionsAdded',
      subject: { kind: 'event', id: after.id },
      dedupeKey: `${after.id} ${after.version} questions`,
      recipients: 'going',
      doneBy,
      data: {
        title: after.title,
        count: String(addedQuestions(before, after)),
        ...(asking.length > 1 && subjectIds(asking.map((change) => change.after.id))),
      },
    })
  }

  /** Someone who gets the same role at several dates is notified once. */
  function notifyOfRoles(tx: Transaction, changes: readonly Change[], doneBy?: string) {
    const given = changes
      .filter(({ after }) => isVisible.of(after) && isCurrent.of(after, clock()))
      .flatMap((change) => newRoles(change).map((role) => ({ ...role, event: change.after })))
      .filter(({ member }) => member !== doneBy)
    for (const [first, ...others] of Map.groupBy(given, ({ member, role }) =>
      joinedId(member, role),
    ).values()) {
      const { member, role, event } = first!
      notify(tx, {
        topic: 'eventRole',
        subject: { kind: 'event', id: event.id },
        dedupeKey: joinedId(event.id, String(event.version), member),
        recipients: [member],
        actor: doneBy,
        data: {
          title: event.title,
          role,
          ...(others.length > 0 && { dates: String(1 + others.length) }),
        },
      })
    }
  }

  function notifyOfChange(tx: Transaction, change: Change, doneBy?: string) {
    if (!isNotified(change, clock())) return
    const { before, after } = change
    const { id, title, sequence, seriesId = id, reason = '' } = after
    const topic = topicOf(change)
    const domainEvent = {
      subject: { kind: 'event', id },
      recipients: 'attendeesAndRequests',
      data: { title, reason },
      doneBy,
    } as const
    if (topic === 'newEvent')
      return notify(tx, { ...domainEvent, topic, dedupeKey: seriesId, recipients: 'everyone' })
    if (topic === 'eventCancelled') return notify(tx, { ...domainEvent, topic, dedupeKey: id, sequence })
    notify(tx, {
      ...domainEvent,
      topic,
      dedupeKey: `${id} ${sequence}`,
      sequence,
      data: {
        title,
        ...timeAndPlaceOf(after),
        was: whenAndWhere(before),
        is: whenAndWhere(after),
      },
    })
  }
}

/** Number of new questions. A new wording asks no one again. */
const addedQuestions = ({ questions: before = [] }: EventDocument, { questions = [] }: EventDocument) =>
  questions.filter(({ id }) => !before.some((each) => each.id === id)).length

/** Roles that hosts and helpers did not have, or did not know of while the event was a draft. */
const newRoles = ({ before, after }: Change) =>
  [...after.hosts, ...(after.helpers ?? [])].flatMap((member) => {
    const role = roleAt.of(after, { id: member })
    const former = before.status === 'draft' ? undefined : roleAt.of(before, { id: member })
    const isNew = role !== former && (former === undefined || role !== 'host')
    return role && isNew && organiserOf(after) !== member ? [{ member, role }] : []
  })

const isPublication = ({ before, after }: Change) => before.status === 'draft' && after.status === 'published'

function topicOf({ before, after }: Change) {
  if (before.status === 'draft') return 'newEvent'
  return before.status === after.status ? 'eventChanged' : 'eventCancelled'
}

/** Whether members are notified of the change. */
export function isNotified(change: Change, now: number) {
  const { before, after } = change
  const { status, hidden, endsAt } = after
  if (hidden?.event || before === after || (status !== 'published' && status !== 'cancelled')) return false
  // Members who are invited are notified one by one.
  if (topicOf(change) === 'newEvent' && after.joinMode === 'invited') return false
  return (
    topicOf(change) !== 'eventChanged' ||
    (Date.parse(endsAt) >= now && whenAndWhere(before) !== whenAndWhere(after))
  )
}

/** Data that the sentence of the notification needs. */
const timeAndPlaceOf = ({ startsAt, allDay, timeZone, venue, format }: EventDocument) => ({
  startsAt,
  timeZone,
  ...(allDay && { allDay: 'yes' }),
  ...(venue?.name && { place: venue.name }),
  ...(format !== 'inPerson' && { online: 'yes' }),
})

/** Equal for the same time and place, so that queued emails do not announce an event that was moved back. */
const whenAndWhere = ({ startsAt, endsAt, timeZone, venue, format, joinUrl = '' }: EventDocument) =>
  joinedId(
    startsAt,
    endsAt,
    timeZone,
    venue?.name ?? '',
    formatAddress(venue?.address ?? {}),
    format,
    joinUrl,
  )

const IN_CALENDARS = [
  'title',
  'summary',
  'startsAt',
  'endsAt',
  'allDay',
  'timeZone',
  'venue',
  'format',
  'joinUrl',
  'tags',
] as const

/** Whether calendars must show the change. Completion changes nothing in them. */
const affectsCalendars = (before: EventDocument, after: EventDocument) =>
  IN_CALENDARS.some((field) => !isDeepStrictEqual(before[field], after[field])) ||
  (before.status === 'cancelled') !== (after.status === 'cancelled')

/** Whether the change affects seats, RSVPs or points for attendance. */
const affectsRsvps = (before: EventDocument, after: EventDocument) =>
  before.capacity !== after.capacity ||
  before.joinMode !== after.joinMode ||
  before.hosts.join() !== after.hosts.join() ||
  before.startsAt !== after.startsAt ||
  (before.status !== 'cancelled' && after.status === 'cancelled')
