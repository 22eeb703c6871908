import { Type, type Static } from 'typebox'

/** A member's personal calendar feed. Its address is told once, when it is made: only a hash is kept. */
export const CalendarFeedSchema = Type.Object({
  /** Absent: there is none yet. */
  createdAt: Type.Optional(Type.String()),
  lastUsedAt: Type.Optional(Type.String()),
})
export type CalendarFeed = Static<typeof CalendarFeedSchema>

export const NewCalendarFeedSchema = Type.Object({
  ...CalendarFeedSchema.properties,
  /** Absolute https address of the feed. */
  url: Type.String(),
})
export type NewCalendarFeed = Static<typeof NewCalendarFeedSchema>
