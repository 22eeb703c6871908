import { Type, type Static } from 'typebox'

import { EVENT_IMPORT_LIMITS, EVENT_IMPORT_OUTCOMES, EVENT_IMPORT_SOURCES } from './import-rules.ts'
import { EVENT_LIMITS, EVENT_STATUSES } from './rules.ts'

const strict = { additionalProperties: false } as const
const { attendees, description, email, events, sourceId, text } = EVENT_IMPORT_LIMITS

const TextSchema = Type.String({ maxLength: text })

const ImportedDetailsSchema = Type.Object(
  {
    title: TextSchema,
    /** Plain text or HTML. */
    description: Type.String({ maxLength: description }),
    /** ISO instants. */
    startsAt: TextSchema,
    endsAt: TextSchema,
    allDay: Type.Boolean(),
    /** IANA name. */
    timeZone: TextSchema,
    /** Name of the venue and its address, separated by commas or lines; empty for an event online. */
    place: TextSchema,
    joinUrl: Type.Optional(TextSchema),
    /** No limit without one. */
    capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: EVENT_LIMITS.capacity })),
  },
  strict,
)
export type ImportedDetails = Static<typeof ImportedDetailsSchema>

const ImportedAttendeeSchema = Type.Object(
  {
    email: Type.String({ maxLength: email }),
    guests: Type.Integer({ minimum: 0, maximum: EVENT_LIMITS.guests }),
    /** ISO instants. Impossible ones become the start of the event. */
    answeredAt: Type.Optional(TextSchema),
    checkedInAt: Type.Optional(TextSchema),
  },
  strict,
)
export type ImportedAttendee = Static<typeof ImportedAttendeeSchema>

/** An event of a file. Errors in it are part of the answer. */
const ImportedEventSchema = Type.Object(
  {
    /** The event's id in its source. Without one, title and start identify it. */
    sourceId: Type.Optional(Type.String({ minLength: 1, maxLength: sourceId })),
    /** Undefined in a list of attendees. */
    details: Type.Optional(ImportedDetailsSchema),
    attendees: Type.Array(ImportedAttendeeSchema, { maxItems: attendees }),
  },
  strict,
)
export type ImportedEvent = Static<typeof ImportedEventSchema>

const EventImportSchema = Type.Object(
  {
    source: Type.Enum([...EVENT_IMPORT_SOURCES]),
    items: Type.Array(ImportedEventSchema, { minItems: 1, maxItems: events }),
    /** Reports what would happen, without changing anything, and without matching attendees to members. */
    preview: Type.Boolean(),
  },
  strict,
)
export type EventImport = Static<typeof EventImportSchema>

const EventImportResultSchema = Type.Object({
  outcome: Type.Enum([...EVENT_IMPORT_OUTCOMES]),
  /** Errors by field, or a reason why the event stays as it is. */
  problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  /** The event as it is or will be; undefined when it is not imported. */
  event: Type.Optional(
    Type.Object({ id: Type.String(), title: Type.String(), status: Type.Enum([...EVENT_STATUSES]) }),
  ),
  /** Whether attendees are recorded: only for a past event. */
  recordsAttendees: Type.Boolean(),
  /** Numbers of attendees; all zero in a preview. */
  attendees: Type.Object({
    added: Type.Integer(),
    /** Members on the roster already. */
    already: Type.Integer(),
    /** Addresses without a member whom the organiser can invite, which are not stored. */
    unknown: Type.Integer(),
  }),
})
export type EventImportResult = Static<typeof EventImportResultSchema>

/** Results in the order of the request. */
const EventImportAnswerSchema = Type.Object({ items: Type.Array(EventImportResultSchema) })
export type EventImportAnswer = Static<typeof EventImportAnswerSchema>

export const importsApi = {
  'POST /api/events/import': {
    summary: 'Import events and attendees from another product',
    body: EventImportSchema,
    response: { 200: EventImportAnswerSchema },
  },
}
