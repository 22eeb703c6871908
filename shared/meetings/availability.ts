import { Type, type Static } from 'typebox'

import * as m from './messages.ts'
import { AVAILABILITY_LIMITS } from './availability-rules.ts'

const strict = { additionalProperties: false } as const
/** `HH:MM` on the quarter hour; `24:00` is the end of the day. */
const TimeSchema = Type.String({
  pattern: '^(([01]\\d|2[0-3]):(00|15|30|45)|24:00)$',
  explain: m.quarterHourRule,
})

/** Weekly hours in which a member is available for meetings, in the zone of their profile. */
const WindowSchema = Type.Object(
  {
    /** ISO: 1 is Monday, 7 is Sunday. */
    day: Type.Integer({ minimum: 1, maximum: 7 }),
    from: TimeSchema,
    to: TimeSchema,
  },
  strict,
)
export type AvailabilityWindow = Static<typeof WindowSchema>

/** Days without meetings, both inclusive. */
const DayOffSchema = Type.Object(
  { from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) },
  strict,
)

export const AvailabilityEditSchema = Type.Object(
  {
    windows: Type.Array(WindowSchema, { maxItems: AVAILABILITY_LIMITS.windows }),
    daysOff: Type.Array(DayOffSchema, { maxItems: AVAILABILITY_LIMITS.daysOff }),
  },
  strict,
)
export type AvailabilityEdit = Static<typeof AvailabilityEditSchema>

/** Visible to its owner only. Version 0 means that nothing is set, and the windows are the usual working hours. */
export const AvailabilitySchema = Type.Object({
  ...AvailabilityEditSchema.properties,
  version: Type.Integer(),
  timeZone: Type.String(),
})
export type Availability = Static<typeof AvailabilitySchema>
