import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { paragraphs, visibleLength } from '#server/lib/plain-text.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import { validate, missingForPublication, assertValid } from './validation.ts'
import { allowed, type EventCommand } from './policy.ts'
import type { WriteEvent } from './writing.ts'

export interface LifecycleDeps {
  store: Store
  clock: Clock
  audit: RecordAudit
  isAnswered: (reader: Pick<Reader, 'get'>, eventId: string) => Promise<boolean>
}

/** By itself an event is completed this long after its end. */
const COMPLETED_AFTER = 24 * 60 * 60 * 1_000
/** The next sweep takes the others. */
const MOST_AT_ONCE = 500

/** draft → published → cancelled or completed. Each step taken twice succeeds and counts once. */
export function createLifecycle({
  store,
  clock,
  audit,
  isAnswered,
  write,
}: LifecycleDeps & { write: WriteEvent }) {
  const record = (event: EventDocument, actor: Actor | undefined, tx: Transaction) =>
    audit(
      {
        action: `event.${event.status}`,
        actor: actor?.id ?? null,
        target: event.id,
        ...(event.reason && { reason: event.reason }),
        ...(actor && { sessionHash: actor.sessionHash }),
      },
      tx,
    )

  const step = (
    act: EventCommand,
    actor: Actor,
    id: string,
    next: (event: EventDocument, tx: Transaction) => EventDocument | Promise<EventDocument>,
  ) =>
    write(id, async (before, tx) => {
      const after = await next(allowed(act, actor, before, clock()), tx)
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
        if (await isAnswered(tx, id)) {
          throw conflict('event_answered', 'Members have answered: it cannot become a draft again.', {
            detail: 'You can cancel it, and say why.',
          })
        }
        const { publishedAt: _, ...draft } = event
        return { ...draft, status: 'draft' }
      }),

    /** Of two reasons, the first counts. */
    async cancel(actor: Actor, id: string, why: string) {
      const reason = paragraphs(why)
      if (visibleLength(reason) === 0) assertValid({ reason: 'Please say why.' })
      return step('cancel', actor, id, (event) =>
        event.status === 'cancelled' ? event : { ...event, status: 'cancelled', reason },
      )
    },

    complete: (actor: Actor, id: string) =>
      step('complete', actor, id, (event) =>
        event.status === 'completed' ? event : { ...event, status: 'completed' },
      ),

    async completeEnded() {
      const isOver = ({ status, endsAt }: EventDocument) =>
        status === 'published' && Date.parse(endsAt) < clock() - COMPLETED_AFTER
      const { items } = await store.find(events, {
        where: { status: 'published' },
        orderBy: 'endsAt',
        range: { lt: isoInstant(clock() - COMPLETED_AFTER) },
        limit: MOST_AT_ONCE,
      })
      for (const { id } of items) {
        await write(id, async (event, tx) => {
          if (!isOver(event)) return event
          const completed: EventDocument = { ...event, status: 'completed' }
          await record(completed, undefined, tx)
          return completed
        })
      }
    },
  }
}
