import { isDeepStrictEqual } from 'node:util'

import { formatAddress } from '#shared/address.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { retryOnContention } from '#server/lib/retry-on-contention.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import { shortTime } from '#server/lib/when.ts'
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'

export interface WritingDeps {
  store: Store
  clock: Clock
  /** By event id; RSVPs to the event hold the same one. */
  eventMutex: KeyedMutex
  /**
   * Called before a transaction. What it returns adapts seats and RSVPs to the changed event in it, and throws when there
   * would be too few seats.
   */
  prepareChange: () => Promise<
    (tx: Transaction, before: EventDocument, after: EventDocument) => Promise<void>
  >
  /** Called after the commit that has moved the event. */
  onRescheduled: (eventId: string) => Promise<unknown>
  notify: Notify
}

type Next = (before: EventDocument, tx: Transaction) => EventDocument | Promise<EventDocument>
export type WriteEvent = ReturnType<typeof createEventWriter>

/** The only way to change an event. Nothing is written if `next` returns the event it got. `doneBy` is not notified. */
export function createEventWriter({
  store,
  clock,
  eventMutex,
  prepareChange,
  onRescheduled,
  notify,
}: WritingDeps) {
  return async (id: string, doneBy: string | undefined, next: Next): Promise<EventDocument> => {
    const onChange = await prepareChange()
    const work = async (tx: Transaction) => {
      const before = await tx.get(events, id)
      if (!before) throw notFound('event')
      const changedEvent = await next(before, tx)
      if (changedEvent === before) return { event: before, isRescheduled: false }
      const after = {
        ...changedEvent,
        version: before.version + 1,
        sequence: before.sequence + Number(affectsCalendars(before, changedEvent)),
        changedAt: isoInstant(clock()),
      }
      tx.put(events, after)
      notifyOfChange(tx, before, after, doneBy)
      if (affectsRsvps(before, after)) await onChange(tx, before, after)
      return { event: after, isRescheduled: before.startsAt !== after.startsAt }
    }
    const { event, isRescheduled } = await eventMutex(id, () => retryOnContention(() => store.transact(work)))
    // The event is saved. A job goes on with whatever is left.
    if (isRescheduled) await onRescheduled(id).catch(() => {})
    return event
  }

  function notifyOfChange(tx: Transaction, before: EventDocument, after: EventDocument, doneBy?: string) {
    const { id, title, status, sequence, seriesId = id, reason = '', hidden } = after
    if (hidden?.event || (status !== 'published' && status !== 'cancelled')) return
    const happening = {
      subject: { kind: 'event', id },
      recipients: 'attendees',
      data: { title, reason },
      ...(doneBy !== undefined && { doneBy }),
    } as const
    if (before.status === 'draft')
      return notify(tx, { ...happening, topic: 'newEvent', occurrence: seriesId, recipients: 'everyone' })
    if (before.status !== status)
      return notify(tx, { ...happening, topic: 'eventCancelled', occurrence: id, sequence })
    const isOver = Date.parse(after.endsAt) < clock()
    const [was, is] = [whenAndWhere(before), whenAndWhere(after)]
    if (!isOver && was !== is)
      notify(tx, {
        ...happening,
        topic: 'eventChanged',
        occurrence: `${id} ${sequence}`,
        sequence,
        data: {
          title,
          when: [shortTime(after, after.timeZone), placeOf(after)].filter(Boolean).join(' · '),
          was,
          is,
        },
      })
  }
}

const placeOf = ({ venue, format }: EventDocument) =>
  [venue?.name, format !== 'inPerson' && 'online'].filter(Boolean).join(', ')

/** Equal for the same time and place, so that emails that wait tell nothing of an event that was moved back. */
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

/** Whether seats, RSVPs or what attendance earns depend on the change. */
const affectsRsvps = (before: EventDocument, after: EventDocument) =>
  before.capacity !== after.capacity ||
  before.hosts.join() !== after.hosts.join() ||
  before.startsAt !== after.startsAt ||
  (before.status !== 'cancelled' && after.status === 'cancelled')
