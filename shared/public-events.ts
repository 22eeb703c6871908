import { Type, type Static } from 'typebox'

import { EVENT_STATUSES } from './event-rules.ts'

/** What anyone may know of a public event, without a session. */
export const PublicEventSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  /** ISO instants. */
  startsAt: Type.String(),
  endsAt: Type.String(),
  status: Type.Enum(EVENT_STATUSES.filter((status) => status !== 'draft')),
  /** Date, time and zone in words, as in the zone of the event. */
  when: Type.String(),
  /** Venue and city, or that it is online. */
  place: Type.String(),
  /** `12 seats left`, `Full`; empty without a limit. */
  seats: Type.String(),
  /** Id of a picture. */
  cover: Type.Optional(Type.String()),
})
export type PublicEvent = Static<typeof PublicEventSchema>

/** The next public events, the earliest first. */
export const PublicEventListSchema = Type.Object({ items: Type.Array(PublicEventSchema) })
