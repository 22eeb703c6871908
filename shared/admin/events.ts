import { Type, type Static } from 'typebox'

import { ADMIN_EVENT_SORTS, ADMIN_EVENT_STATES, EVENT_STATUSES, EVENT_TIMES } from '#shared/events/rules.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'

export const AdminEventQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    /** Prefixes of words of title, summary, venue, city or tags. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    state: Type.Optional(Type.Enum([...ADMIN_EVENT_STATES])),
    /** `coming` selects events that have not ended. */
    time: Type.Optional(Type.Enum([...EVENT_TIMES])),
    /** Id of its organiser or of a host. */
    organiser: Type.Optional(IdSchema),
    /** `none` selects events without an active organiser or host who has the role. */
    organised: Type.Optional(Type.Enum(['none'])),
    sort: Type.Optional(Type.Enum([...ADMIN_EVENT_SORTS])),
  },
  { additionalProperties: false },
)
export type AdminEventQuery = Static<typeof AdminEventQuerySchema>

const OrganiserSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  /** Whether they are active and have the role. */
  active: Type.Boolean(),
})

const AdminEventRowSchema = Type.Object({
  id: Type.String(),
  /** Sent in `If-Match` when another organiser is chosen. */
  version: Type.Integer(),
  title: Type.String(),
  startsAt: Type.String(),
  endsAt: Type.String(),
  allDay: Type.Boolean(),
  timeZone: Type.String(),
  /** ISO instant. */
  createdAt: Type.String(),
  status: Type.Enum([...EVENT_STATUSES]),
  /** Whether an admin has hidden the event. */
  hidden: Type.Boolean(),
  organiser: OrganiserSchema,
  /** Whether the organiser or a host is active and has the role. */
  organised: Type.Boolean(),
  capacity: Type.Optional(Type.Integer()),
  /** Seats taken, guests included. */
  going: Type.Integer(),
  waiting: Type.Integer(),
})
export type AdminEventRow = Static<typeof AdminEventRowSchema>
export const AdminEventPageSchema = Type.Object({
  ...pageOf(AdminEventRowSchema).properties,
  total: Type.Integer(),
})
export type AdminEventPage = Static<typeof AdminEventPageSchema>

/** Prefixes of words of the name, or of the email address. */
export const OrganiserQuerySchema = Type.Object(
  { q: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
)
const OrganiserChoiceSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
})
export type OrganiserChoice = Static<typeof OrganiserChoiceSchema>
export const OrganiserChoicesSchema = Type.Object({ items: Type.Array(OrganiserChoiceSchema) })

export const OrganiserEditSchema = Type.Object({ organiser: IdSchema }, { additionalProperties: false })
export const OrganiserOutcomeSchema = Type.Object({ version: Type.Integer(), organiser: Type.String() })
