import { Type, type Static } from 'typebox'

/** A member's personal calendar feed. Its address is known only when it is created: the server stores a hash. */
export const CalendarFeedSchema = Type.Object({
  /** Undefined when there is no feed. */
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
