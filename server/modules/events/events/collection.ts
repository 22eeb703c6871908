import { Type, type Static } from 'typebox'

import { HiddenPictureSchema, HiddenSchema } from '#shared/lib/hidden.ts'
import { EVENT_IMPORT_SOURCES } from '#shared/events/import-rules.ts'
import { EVENT_STATUSES } from '#shared/events/rules.ts'
import { type EventEdit, EventEditSchema } from '#shared/events/schema.ts'
import { IdSchema } from '#shared/lib/page.ts'
import { defineCollection } from '#server/store/port.ts'

/** Changes of these are announced to attendees. */
const WhenAndWhereSchema = Type.Pick(EventEditSchema, [
  'startsAt',
  'endsAt',
  'timeZone',
  'venue',
  'format',
  'joinUrl',
])
export type WhenAndWhere = Static<typeof WhenAndWhereSchema>

const EventDocumentSchema = Type.Object({
  id: Type.String(),
  /** Increases with each change; compared with `If-Match`. RSVPs do not change it. */
  version: Type.Integer({ minimum: 1 }),
  /** Increases with each change that calendars must show (RFC 5545, 3.8.7.4). */
  sequence: Type.Integer({ minimum: 0 }),
  status: Type.Enum([...EVENT_STATUSES]),
  ...EventEditSchema.properties,
  /** May have more people than an edit may name, if the editor cannot see all of them. */
  hosts: Type.Array(IdSchema, { uniqueItems: true }),
  editors: Type.Optional(Type.Array(IdSchema, { uniqueItems: true })),
  helpers: Type.Optional(Type.Array(IdSchema, { uniqueItems: true })),
  createdBy: Type.String(),
  /** The organiser that an admin has chosen instead of the creator. */
  organiser: Type.Optional(Type.String()),
  createdAt: Type.String(),
  changedAt: Type.String(),
  publishedAt: Type.Optional(Type.String()),
  /** Reason for the cancellation. */
  reason: Type.Optional(Type.String()),
  /** Equal for all copies that were created together. */
  seriesId: Type.Optional(Type.String()),
  /** Set for an event from another product. `at` is the instant of the latest change by an import. */
  imported: Type.Optional(Type.Object({ source: Type.Enum([...EVENT_IMPORT_SOURCES]), at: Type.String() })),
  /** Merges of chapters that changed its chapters, with those of the two that it had before. */
  merges: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), isOwn: Type.Boolean(), cohosts: Type.Array(IdSchema) })),
  ),
  /** Content that admins have hidden. */
  hidden: Type.Optional(
    Type.Object({ event: Type.Optional(HiddenSchema), cover: Type.Optional(HiddenPictureSchema) }),
  ),
  /** Time and place that attendees of a hidden event know, from before it was hidden. */
  knownDates: Type.Optional(WhenAndWhereSchema),
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
    { contains: 'helpers', order: 'startsAt' },
    { equal: ['chapterId'] },
    { equal: ['chapterId', 'status'], order: 'endsAt' },
    { contains: 'cohosts', order: 'startsAt' },
  ],
  hasFeed: true,
})

const isEditable = ([field]: [string, unknown]) => field in EventEditSchema.properties

/** The edit that would leave the event unchanged. */
export const editOf = (event: EventDocument) =>
  Object.fromEntries(Object.entries(event).filter(isEditable)) as EventEdit

/** Replaces every editable field; fields that the edit omits are removed. */
export function applyEdit(event: EventDocument, edit: EventEdit): EventDocument {
  const rest = Object.entries(event).filter((entry) => !isEditable(entry))
  return { ...(Object.fromEntries(rest) as Omit<EventDocument, keyof EventEdit>), ...edit }
}

/** The event without a role for the member. */
export const withoutRoleOf = (memberId: string, { editors, helpers, ...event }: EventDocument) => {
  const others = (ids: readonly string[] = []) => ids.filter((id) => id !== memberId)
  return {
    ...event,
    hosts: others(event.hosts),
    ...whenAny('editors', others(editors)),
    ...whenAny('helpers', others(helpers)),
  }
}

/** Events without such people have no such field. */
export const whenAny = (field: 'editors' | 'helpers', ids: string[]) =>
  ids.length > 0 ? { [field]: ids } : {}
