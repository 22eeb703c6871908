import { Type, type Static } from 'typebox'

import { MemberCardSchema } from '#shared/people/members.ts'

/** `chosen` by the viewer. The other learns of it only by choosing them, too, and then both are `connected`. */
const ChoiceStateSchema = Type.Enum(['none', 'chosen', 'connected'])

const MeetAgainChoiceSchema = Type.Object({ member: MemberCardSchema, state: ChoiceStateSchema })
export const ChoiceOutcomeSchema = Type.Object({ state: ChoiceStateSchema })
export type MeetAgainChoice = Static<typeof MeetAgainChoiceSchema>

/** Others who were checked in, in order of arrival. Visible only to the viewer. */
export const MeetAgainPageSchema = Type.Object({
  items: Type.Array(MeetAgainChoiceSchema),
  next: Type.Optional(Type.String()),
  /** End of the period in which the viewer can choose. Undefined outside it, when there are no items. */
  openUntil: Type.Optional(Type.String()),
})
export type MeetAgainPage = Static<typeof MeetAgainPageSchema>
