import { Type } from 'typebox'

import * as m from '#shared/events/messages.ts'
import { canStepDown } from '#shared/events/rights.ts'
import { EventEditSchema, EventSummarySchema } from '#shared/events/schema.ts'
import { conflict } from '#server/lib/failure.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'

import type { EventAccess } from './access.ts'
import { type EventDocument, events, withoutRoleOf } from './collection.ts'
import { createEventModeration } from './moderation.ts'
import { organiserOf, roleAt } from './rights.ts'
import { hasEnded, isVisible, summaryOf } from './rules.ts'
import { createOrganiserChange } from './organiser-change.ts'
import type { EventWriter } from './writing.ts'

/** All fields of events that the member created; for events that they host, the fields that every member sees. */
const ExportedEventsSchema = Type.Array(
  Type.Object({
    ...Type.Partial(EventEditSchema).properties,
    ...EventSummarySchema.properties,
    createdAt: Type.Optional(Type.String()),
    /** The product that the event was imported from. */
    imported: Type.Optional(Type.Object({ source: Type.String(), at: Type.String() })),
    /** Reason for the cancellation. */
    reason: Type.Optional(Type.String()),
  }),
)

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  eventAccess: EventAccess
  writer: EventWriter
}

export type EventService = ReturnType<typeof createEventService>

export function createEventService({ store, clock, operations, people, eventAccess, writer }: Deps) {
  const { write } = writer

  return {
    reassign: createOrganiserChange({ operations, people, write }),
    moderation: createEventModeration({ store, clock, eventAccess, writer }),

    /**
     * Events that the member created, in full; those they have a role at, as every member may see them.
     */
    async exportOf(memberId: string) {
      const [created, organised, hosted, helped] = await Promise.all([
        allOf(store, events, { where: { createdBy: memberId }, orderBy: 'startsAt' }),
        allOf(store, events, { where: { organiser: memberId }, orderBy: 'startsAt' }),
        ...withRoleOf(memberId),
      ])
      const others = new Map([...organised, ...hosted, ...helped].map((event) => [event.id, event]))
      const visibleOthers = [...others.values()].filter(
        (event) => event.createdBy !== memberId && isVisible.of(event),
      )
      return [...created, ...visibleOthers.map(summaryOf)]
    },

    /** Hosts and helpers step down until the event ends. Succeeds for everyone else who sees the event. */
    async stepDown(actor: Actor, id: string) {
      await eventAccess.seen(actor, id)
      await write(id, actor.id, (event, tx) => {
        const role = roleAt.of(event, actor)
        if (role === undefined) return event
        if (!canStepDown(role)) throw conflict('organiser_stays', m.eventOrganiserStays())
        if (event.status === 'cancelled') throw conflict('event_cancelled', m.eventCancelled())
        if (hasEnded.of(event, clock())) throw conflict('event_over', m.eventOver())
        operations.outbox.notify(tx, {
          topic: 'organiserChanged',
          subject: { kind: 'event', id },
          dedupeKey: `${id} ${event.version} ${actor.id}`,
          recipients: [organiserOf(event)],
          actor: actor.id,
          data: { title: event.title, change: 'steppedDown', role },
        })
        return withoutRoleOf(actor.id, event)
      })
    },

    /** Removes the member's roles at events that haven't ended. Past events keep the former member. */
    async forget(memberId: string) {
      const found = await Promise.all(withRoleOf(memberId))
      const now = isoInstant(clock())
      for (const { id, endsAt } of found.flat()) {
        if (endsAt < now) continue
        await write(id, memberId, (event) => withoutRoleOf(memberId, event))
      }
    },
  }

  function withRoleOf(value: string) {
    return (['hosts', 'helpers'] as const).map((field) =>
      allOf(store, events, { contains: { field, value }, orderBy: 'startsAt' }),
    ) as [Promise<EventDocument[]>, Promise<EventDocument[]>]
  }
}

export const eventsAccountData = (service: EventService) =>
  exported({ name: 'events', collections: [events], schema: ExportedEventsSchema }, service)
