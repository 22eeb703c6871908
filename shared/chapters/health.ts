import { Type, type Static } from 'typebox'

import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import { HEALTH_SORTS } from './rules.ts'
import { ChapterChoiceSchema } from './schema.ts'

const Count = Type.Integer({ minimum: 0 })
const MonthSchema = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-10'] })

/** The figures of a chapter in one month. */
export const ChapterFiguresSchema = Type.Object({
  /** Active memberships at the end. */
  members: Count,
  joined: Count,
  left: Count,
  /** Its own events that took place. */
  events: Count,
  /** Seats taken, and seats, at those with a limit. */
  seats: Count,
  capacity: Count,
  /** Members who were going, and those of them who did not come, at events where someone was checked in. */
  going: Count,
  noShows: Count,
  /** Members who have confirmed a growth meeting of this month. */
  met: Count,
  /** Members whose first 30 days ended in this month, without a growth meeting that they have confirmed. */
  alone: Count,
})
export type ChapterFigures = Static<typeof ChapterFiguresSchema>

/** In the time zone of the chapter. */
const ChapterMonthSchema = Type.Object({ month: MonthSchema, ...ChapterFiguresSchema.properties })
export type ChapterMonth = Static<typeof ChapterMonthSchema>

const PersonSinceSchema = Type.Object({
  ...MemberCardSchema.properties,
  /** ISO instant. */
  since: Type.String(),
})

export const ChapterHealthSchema = Type.Object({
  /** The latest last, which is not over. */
  months: Type.Array(ChapterMonthSchema),
  /** Members of less than 30 days who have met nobody, those who joined first at the beginning. */
  newcomers: Type.Object({ total: Count, items: Type.Array(PersonSinceSchema) }),
  /** Members who offer to lead it. */
  offers: Type.Array(PersonSinceSchema),
  /** Whether one of its own events is published and not over. */
  hasEventAhead: Type.Boolean(),
})
export type ChapterHealth = Static<typeof ChapterHealthSchema>

/** One month of all chapters; the latest one that is over, unless another is chosen. */
export const ChaptersHealthQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    month: Type.Optional(MonthSchema),
    sort: Type.Optional(Type.Enum([...HEALTH_SORTS], { default: 'name' })),
    order: Type.Optional(Type.Enum(['up', 'down'], { default: 'up' })),
  },
  { additionalProperties: false },
)

const ChapterMonthLineSchema = Type.Object({
  ...Type.Pick(ChapterChoiceSchema, ['slug', 'name']).properties,
  ...ChapterFiguresSchema.properties,
})
export type ChapterMonthLine = Static<typeof ChapterMonthLineSchema>

export const ChaptersHealthSchema = Type.Object({
  ...pageOf(ChapterMonthLineSchema).properties,
  /** Months that can be chosen, the latest first. */
  months: Type.Array(MonthSchema),
})
export type ChaptersHealth = Static<typeof ChaptersHealthSchema>
