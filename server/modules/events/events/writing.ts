import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/events/messages.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound } from '#server/lib/failure.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { retryOnContention } from '#server/store/retry-on-contention.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { AccountStateLookup } from '#server/modules/people/relationships/types.ts'
import type { People } from '#server/modules/people/module.ts'
import type { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type Change, createChangeNotices } from './change-notices.ts'
import { type EventDocument, events } from './collection.ts'

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

interface ChangeBy extends Change {
  doneBy: string | undefined
  /** Read before the transaction. */
  accountStateOf: AccountStateLookup
}

export type EventWriter = ReturnType<typeof createEventWriter>
export type WriteEvent = EventWriter['write']

/** The only way to change an event. Nothing is written if `next` returns its input. `doneBy` is not notified. */
export function createEventWriter({ store, clock, operations, people, chapters, withEventLock }: Deps) {
  const notifyOfChanges = createChangeNotices({ notify: operations.outbox.notify, clock })
  const { accountStates } = people.members
  const published = createSubscribers<[Transaction, EventDocument]>()
  const changed = createSubscribers<[Transaction, ChangeBy]>()
  const cancelled = createSubscribers<[Transaction, ChangeBy]>()
  const moved = createSubscribers<[eventId: string]>()

  /** Closing a chapter reads its events, and so conflicts with this. @throws Failure 409 */
  async function assertChapterOpen(tx: Transaction, { chapterId }: EventDocument) {
    if (chapterId !== undefined && (await chapters.access.isClosed(tx, chapterId)))
      throw conflict('chapter_closed', m.eventChapterClosed())
  }

  /** A hidden chapter has no public events, because no one outside it would see them. @throws Failure 400 */
  async function assertPublicChapter(tx: Transaction, { before, after }: Change) {
    const { chapterId, visibility } = after
    const isSame = before.chapterId === chapterId && before.visibility === visibility
    if (chapterId === undefined || visibility !== 'public' || (isSame && !isPublication({ before, after })))
      return
    if (await chapters.access.isHidden(tx, chapterId))
      throw invalidFields({ visibility: m.eventRuleHiddenChapter() })
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
    // A merge of chapters moves events as they are.
    if (by.doneBy !== undefined) await assertPublicChapter(tx, { before, after })
    if (isPublication({ before, after })) {
      await assertChapterOpen(tx, after)
      await published.emit(tx, after)
    }
    const subscribers = after.status === 'cancelled' ? cancelled : changed
    if (affectsRsvps(before, after)) await subscribers.emit(tx, { before, after, ...by })
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

    /** Runs instead in the transaction that cancels the event, and for changes of a cancelled one. */
    onCancelled: cancelled.subscribe,

    /** Runs after the commit. What it leaves undone, a job has to finish. */
    onMoved: moved.subscribe,

    /**
     * Called in the transaction of a decision about a report. Reads the account states there, because only there is
     * the report known to be about an event. That is rare.
     */
    visibilityChanged: async (tx: Transaction, before: EventDocument, after: EventDocument) =>
      changed.emit(tx, { before, after, doneBy: undefined, accountStateOf: await accountStates() }),

    /** Called in the transaction that shows a hidden event again, with the event as attendees know it. */
    shownAgain: (tx: Transaction, change: Change) => notifyOfChanges(tx, [change]),

    async write(id: string, doneBy: string | undefined, next: Next): Promise<EventDocument> {
      const accountStateOf = await accountStates()
      const work = async (tx: Transaction) => {
        const before = await tx.get(events, id)
        if (!before) throw notFound('event')
        const change = await put(tx, before, await next(before, tx), { doneBy, accountStateOf })
        notifyOfChanges(tx, [change], doneBy)
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
        return changes
      }
      const changes = await withEventLocks(ids, () => retryOnContention(() => store.transact(work)))
      for (const change of changes) await emitMove(change)
      return changes.map(({ after }) => after)
    },
  }
}

const isPublication = ({ before, after }: Change) => before.status === 'draft' && after.status === 'published'

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
