import { Type, type Static } from 'typebox'

import { MemberCardSchema } from './members.ts'

/** `chosen`: by the viewer; the other learns of it only by choosing them, too, and then both are `connected`. */
const ChoiceStateSchema = Type.Enum(['none', 'chosen', 'connected'])

export const MeetAgainChoiceSchema = Type.Object({ member: MemberCardSchema, state: ChoiceStateSchema })
export type MeetAgainChoice = Static<typeof MeetAgainChoiceSchema>

/** Others who were checked in, first to arrive first. Visible to nobody else. */
export const MeetAgainPageSchema = Type.Object({
  items: Type.Array(MeetAgainChoiceSchema),
  next: Type.Optional(Type.String()),
  /** Until when the viewer can choose. Absent: not now, and there are no items. */
  openUntil: Type.Optional(Type.String()),
})
export type MeetAgainPage = Static<typeof MeetAgainPageSchema>
