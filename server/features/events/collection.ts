import { Type, type Static } from 'typebox'

import { EVENT_STATUSES } from '#shared/event-rules.ts'
import { type EventEdit, EventEditSchema } from '#shared/events.ts'
import { IdSchema } from '#shared/page.ts'
import { defineCollection } from '#server/store/port.ts'

const EventDocumentSchema = Type.Object({
  id: Type.String(),
  /** Grows by one with each change; what `If-Match` is compared with. Answers do not change it. */
  version: Type.Integer({ minimum: 1 }),
  /** Grows with each change that a calendar must hear of (RFC 5545, 3.8.7.4). */
  sequence: Type.Integer({ minimum: 0 }),
  status: Type.Enum([...EVENT_STATUSES]),
  ...EventEditSchema.properties,
  /** More than an edit may name, where its editor may not see all of them. */
  hosts: Type.Array(IdSchema, { uniqueItems: true }),
  createdBy: Type.String(),
  createdAt: Type.String(),
  changedAt: Type.String(),
  publishedAt: Type.Optional(Type.String()),
  /** Why it was cancelled. */
  reason: Type.Optional(Type.String()),
  /** The same for all copies that were made in one go. */
  seriesId: Type.Optional(Type.String()),
})
export type EventDocument = Static<typeof EventDocumentSchema>

export const events = defineCollection({
  name: 'events',
  schema: EventDocumentSchema,
  schemaVersion: 2,
  migrate: fromSamples,
  indexes: [
    { order: 'changedAt' },
    { equal: ['status'], order: 'endsAt' },
    { equal: ['createdBy'], order: 'startsAt' },
    { contains: 'hosts', order: 'startsAt' },
  ],
})

/** Version 1 knew sample events alone: nobody could make one or answer. */
function fromSamples(sample: Record<string, unknown>): EventDocument {
  const { going: _, ...summary } = sample
  return {
    ...(summary as Pick<EventDocument, 'id' | 'title' | 'summary' | 'startsAt' | 'endsAt' | 'timeZone'>),
    ...(summary as Pick<EventDocument, 'format' | 'status'>),
    version: 1,
    sequence: 0,
    description: '',
    allDay: false,
    cover: '',
    visibility: 'members',
    guestsMax: 0,
    hosts: [],
    tags: [],
    createdBy: '',
    createdAt: String(summary['startsAt']),
    changedAt: String(summary['startsAt']),
  }
}

const isEdited = ([field]: [string, unknown]) => field in EventEditSchema.properties

/** All that an edit of the event as it is would say. */
export const editOf = (event: EventDocument) =>
  Object.fromEntries(Object.entries(event).filter(isEdited)) as EventEdit

/** The event with everything that an edit speaks of as the edit has it, also where that is nothing. */
export function edited(event: EventDocument, edit: EventEdit): EventDocument {
  const kept = Object.entries(event).filter((entry) => !isEdited(entry))
  return { ...(Object.fromEntries(kept) as Omit<EventDocument, keyof EventEdit>), ...edit }
}
