import { Type, type Static } from 'typebox'

import { EVENT_FORMATS, EVENT_STATUSES } from './rules.ts'
import { ofEvent } from './route-ids.ts'

/** The fields of a public event for visitors without a session. */
export const PublicEventSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  /** ISO instants. */
  startsAt: Type.String(),
  endsAt: Type.String(),
  /** IANA name. */
  timeZone: Type.String(),
  allDay: Type.Boolean(),
  status: Type.Enum(EVENT_STATUSES.filter((status) => status !== 'draft')),
  /** Date, time and zone in words, in the zone of the event. */
  when: Type.String(),
  format: Type.Enum([...EVENT_FORMATS]),
  /** Venue and city; empty for online events. */
  venue: Type.String(),
  /** Venue and city, or a label for online events. */
  place: Type.String(),
  /** `12 seats left`, `Full`; empty without a limit. */
  seats: Type.String(),
  /** Set while people without an account can RSVP, as long as the community has such guests. */
  openToGuests: Type.Optional(Type.Boolean()),
  /** Id of a picture. */
  cover: Type.Optional(Type.String()),
  /** The picture without a cover (`motifOf`). */
  motif: Type.String(),
  tint: Type.String(),
})
export type PublicEvent = Static<typeof PublicEventSchema>

/** The next public events, earliest first. */
const PublicEventListSchema = Type.Object({ items: Type.Array(PublicEventSchema) })

export const publicEventsApi = {
  'GET /api/public-events': { summary: 'List public events', response: { 200: PublicEventListSchema } },
  'GET /api/public-events/:eventId': {
    summary: 'Get a public event',
    params: ofEvent,
    response: { 200: PublicEventSchema },
  },
}
