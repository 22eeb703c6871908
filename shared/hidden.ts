import { Type, type Static } from 'typebox'

/** That an admin has hidden something. Its owner reads why; for everyone else it is absent. */
export const HiddenSchema = Type.Object({
  reason: Type.String(),
  /** ISO instant. */
  at: Type.String(),
})
export type Hidden = Static<typeof HiddenSchema>

/** Of one picture: a new one in its place is shown. */
export const HiddenPictureSchema = Type.Object({ ...HiddenSchema.properties, image: Type.String() })
