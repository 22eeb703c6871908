import { isDeepStrictEqual } from 'node:util'

import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { retryOnContention } from '#server/lib/retry-on-contention.ts'
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'

export interface WritingDeps {
  store: Store
  clock: Clock
  /** Answers to the event wait for the same turn. */
  eventMutex: KeyedMutex
  /** Lets seats and answers follow the event's new rules. Throws when there would be too few seats. */
  adapt: (tx: Transaction, event: EventDocument, moved: boolean) => Promise<void>
  /** Told of each event that was written, once that is committed. */
  changed: (event: EventDocument) => void
}

type Next = (before: EventDocument, tx: Transaction) => EventDocument | Promise<EventDocument>
export type WriteEvent = ReturnType<typeof createEventWriter>

/** The one way to change an event. What `next` returns as it got it is not written. */
export function createEventWriter({ store, clock, eventMutex, adapt, changed }: WritingDeps) {
  return async (id: string, next: Next): Promise<EventDocument> => {
    const work = async (tx: Transaction) => {
      const before = await tx.get(events, id)
      if (!before) throw notFound('event')
      const wanted = await next(before, tx)
      if (wanted === before) return { before, after: before }
      const after = {
        ...wanted,
        version: before.version + 1,
        sequence: before.sequence + Number(calendarsMustHear(before, wanted)),
        changedAt: isoInstant(clock()),
      }
      tx.put(events, after)
      if (answersMustFollow(before, after)) await adapt(tx, after, before.startsAt !== after.startsAt)
      return { before, after }
    }
    const written = await eventMutex(id, () => retryOnContention(() => store.transact(work)))
    if (written.after !== written.before) changed(written.after)
    return written.after
  }
}

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
] as const

/** Whether whoever has the event in a calendar must hear of the change; that it was completed is news to nobody. */
const calendarsMustHear = (before: EventDocument, after: EventDocument) =>
  IN_CALENDARS.some((field) => !isDeepStrictEqual(before[field], after[field])) ||
  (before.status === 'cancelled') !== (after.status === 'cancelled')

/** Whether seats or answers follow from the change. */
const answersMustFollow = (before: EventDocument, after: EventDocument) =>
  before.capacity !== after.capacity ||
  before.startsAt !== after.startsAt ||
  (before.status !== 'cancelled' && after.status === 'cancelled')
