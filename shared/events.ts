import { Type, type Static } from 'typebox'

import { pageOf } from './page.ts'

export const EVENT_FORMATS = ['inPerson', 'online', 'hybrid'] as const
export const EVENT_STATUSES = ['draft', 'published', 'cancelled', 'completed'] as const

export const EventSummarySchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  /** ISO instants; `timeZone` (IANA) is where the event happens. */
  startsAt: Type.String(),
  endsAt: Type.String(),
  timeZone: Type.String(),
  format: Type.Enum([...EVENT_FORMATS]),
  status: Type.Enum([...EVENT_STATUSES]),
})
export type EventSummary = Static<typeof EventSummarySchema>

export const EventPageSchema = pageOf(EventSummarySchema)
