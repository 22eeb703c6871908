import { Type, type Static } from 'typebox'

import { HiddenPictureSchema, HiddenSchema } from '#shared/hidden.ts'
import { EVENT_STATUSES } from '#shared/event-rules.ts'
import { type EventEdit, EventEditSchema } from '#shared/events.ts'
import { IdSchema } from '#shared/page.ts'
import { defineCollection } from '#server/store/port.ts'

const EventDocumentSchema = Type.Object({
  id: Type.String(),
  /** Grows by one with each change; compared with `If-Match`. RSVPs do not change it. */
  version: Type.Integer({ minimum: 1 }),
  /** Grows with each change that calendars must show (RFC 5545, 3.8.7.4). */
  sequence: Type.Integer({ minimum: 0 }),
  status: Type.Enum([...EVENT_STATUSES]),
  ...EventEditSchema.properties,
  /** May have more than an edit may name, if the editor cannot see all of them. */
  hosts: Type.Array(IdSchema, { uniqueItems: true }),
  createdBy: Type.String(),
  /** Who organises it instead of its creator, since an admin has chosen them. */
  organiser: Type.Optional(Type.String()),
  createdAt: Type.String(),
  changedAt: Type.String(),
  publishedAt: Type.Optional(Type.String()),
  /** Why it was cancelled. */
  reason: Type.Optional(Type.String()),
  /** The same for all copies that were created together. */
  seriesId: Type.Optional(Type.String()),
  /** What admins have hidden. */
  hidden: Type.Optional(
    Type.Object({ event: Type.Optional(HiddenSchema), cover: Type.Optional(HiddenPictureSchema) }),
  ),
})
export type EventDocument = Static<typeof EventDocumentSchema>

export const events = defineCollection({
  name: 'events',
  schema: EventDocumentSchema,
  indexes: [
    { equal: ['status'], order: 'endsAt' },
    { equal: ['createdBy'], order: 'startsAt' },
    { equal: ['organiser'], order: 'startsAt' },
    { contains: 'hosts', order: 'startsAt' },
  ],
  feeds: [[]],
})

const isEditable = ([field]: [string, unknown]) => field in EventEditSchema.properties

/** The edit that would leave the event as it is. */
export const editOf = (event: EventDocument) =>
  Object.fromEntries(Object.entries(event).filter(isEditable)) as EventEdit

/** Replaces every editable field; those that the edit leaves out are removed. */
export function applyEdit(event: EventDocument, edit: EventEdit): EventDocument {
  const rest = Object.entries(event).filter((entry) => !isEditable(entry))
  return { ...(Object.fromEntries(rest) as Omit<EventDocument, keyof EventEdit>), ...edit }
}
