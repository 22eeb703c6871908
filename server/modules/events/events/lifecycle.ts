import { reasonRule } from '#shared/events/rules.ts'
import { missingForPublication } from '#shared/events/validation.ts'
import { DAY } from '#shared/lib/durations.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { assertValid } from '#server/lib/failure.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { type EventDocument, events } from './collection.ts'
import type { EventAccess } from './access.ts'
import type { EventCommand } from './policy.ts'

import type { EventAudit } from './audit.ts'
import { validate } from './validation.ts'
import type { WriteEvent } from './writing.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  eventAccess: EventAccess
  eventAudit: EventAudit
  write: WriteEvent
}

/** Milliseconds after its end at which an event is completed automatically. */
const COMPLETED_AFTER = DAY
/** The next run completes the others. */
const MAX_PER_RUN = 500

export type EventLifecycle = ReturnType<typeof createEventLifecycle>

/** Moves events from draft to published to cancelled or completed. Repeating a step succeeds and changes nothing. */
export function createEventLifecycle({ store, clock, operations, eventAccess, eventAudit, write }: Deps) {
  const unpublished = createSubscribers<[Transaction, eventId: string]>()

  const record = (event: EventDocument, actor: Actor | undefined, tx: Transaction) => {
    const fact = { action: `event.${event.status}`, reason: event.reason }
    return actor
      ? eventAudit.record(tx, actor, event, fact)
      : operations.audit.record({ ...fact, actor: null, target: event.id }, tx)
  }

  const step = (
    command: EventCommand,
    actor: Actor,
    id: string,
    next: (event: EventDocument, tx: Transaction) => EventDocument | Promise<EventDocument>,
  ) =>
    write(id, actor.id, async (before, tx) => {
      const after = await next(await eventAccess.allowed(command, actor, before, tx), tx)
      if (after !== before) await record(after, actor, tx)
      return after
    })

  return {
    /** Runs in the transaction that makes a published event a draft again. */
    onUnpublished: unpublished.subscribe,

    publish: (actor: Actor, id: string) =>
      step('publish', actor, id, (event) => {
        if (event.status === 'published') return event
        const now = clock()
        assertValid({ ...validate(event), ...missingForPublication(event, now) })
        return { ...event, status: 'published', publishedAt: isoInstant(now) }
      }),

    unpublish: (actor: Actor, id: string) =>
      step('unpublish', actor, id, async (event, tx) => {
        if (event.status === 'draft') return event
        await unpublished.emit(tx, id)
        const { publishedAt: _, ...draft } = event
        return { ...draft, status: 'draft' }
      }),

    /**
     * A cancelled event keeps its first reason. `createChangeNotices` notifies everyone it concerns, and subscribers to
     * `onCancelled` of the writer do the rest.
     */
    async cancel(actor: Actor, id: string, text: string) {
      const reason = paragraphs(text)
      if (visibleLength(reason) === 0) assertValid({ reason: reasonRule() })
      return step('cancel', actor, id, (event) =>
        event.status === 'cancelled' ? event : { ...event, status: 'cancelled', reason },
      )
    },

    complete: (actor: Actor, id: string) =>
      step('complete', actor, id, (event) =>
        event.status === 'completed' ? event : { ...event, status: 'completed' },
      ),

    /** Safe to run on several replicas at once. */
    async completeEnded() {
      const isDue = ({ status, endsAt }: EventDocument) =>
        status === 'published' && Date.parse(endsAt) < clock() - COMPLETED_AFTER
      const { items } = await store.find(events, {
        where: { status: 'published' },
        orderBy: 'endsAt',
        range: { lt: isoInstant(clock() - COMPLETED_AFTER) },
        limit: MAX_PER_RUN,
      })
      for (const { id } of items) {
        await write(id, undefined, async (event, tx) => {
          if (!isDue(event)) return event
          const completed: EventDocument = { ...event, status: 'completed' }
          await record(completed, undefined, tx)
          return completed
        })
      }
    },
  }
}
