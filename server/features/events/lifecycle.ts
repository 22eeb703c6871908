import { missingForPublication } from '#shared/event-validation.ts'
import { visibleLength } from '#shared/visible-length.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import { validate, assertValid } from './validation.ts'
import { assertAllowed, type EventCommand } from './policy.ts'
import type { AuditEvent } from './types.ts'
import type { WriteEvent } from './writing.ts'

export interface LifecycleDeps {
  store: Store
  clock: Clock
  audit: RecordAudit
  hasRsvps: (reader: Pick<Reader, 'find'>, eventId: string) => Promise<boolean>
}

/** An event is completed automatically this long after its end. */
const COMPLETED_AFTER = 24 * 60 * 60 * 1_000
/** The next run completes the others. */
const MAX_PER_RUN = 500

/** draft → published → cancelled or completed. Repeating a step succeeds and changes nothing. */
export function createLifecycle({
  store,
  clock,
  audit,
  auditEvent,
  hasRsvps,
  write,
}: LifecycleDeps & { auditEvent: AuditEvent; write: WriteEvent }) {
  const record = (event: EventDocument, actor: Actor | undefined, tx: Transaction) => {
    const fact = { action: `event.${event.status}`, ...(event.reason && { reason: event.reason }) }
    return actor ? auditEvent(tx, actor, event, fact) : audit({ ...fact, actor: null, target: event.id }, tx)
  }

  const step = (
    command: EventCommand,
    actor: Actor,
    id: string,
    next: (event: EventDocument, tx: Transaction) => EventDocument | Promise<EventDocument>,
  ) =>
    write(id, actor.id, async (before, tx) => {
      const after = await next(assertAllowed(command, actor, before, clock()), tx)
      if (after !== before) await record(after, actor, tx)
      return after
    })

  return {
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
        if (await hasRsvps(tx, id)) {
          throw conflict('event_has_rsvps', 'Members have RSVP’d, so this event can’t go back to draft.', {
            detail: 'You can cancel it instead.',
          })
        }
        const { publishedAt: _, ...draft } = event
        return { ...draft, status: 'draft' }
      }),

    /** A cancelled event keeps its first reason. */
    async cancel(actor: Actor, id: string, text: string) {
      const reason = paragraphs(text)
      if (visibleLength(reason) === 0) assertValid({ reason: 'Enter a reason (at least 3 characters).' })
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
