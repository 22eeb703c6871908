import { Type, type Static } from 'typebox'

/** States that an admin has hidden something. Its owner sees the reason; for everyone else the content is missing. */
export const HiddenSchema = Type.Object({
  reason: Type.String(),
  /** ISO instant. */
  at: Type.String(),
})
export type Hidden = Static<typeof HiddenSchema>

/** The hidden state of one picture: a new one in its place is shown. */
export const HiddenPictureSchema = Type.Object({ ...HiddenSchema.properties, image: Type.String() })
