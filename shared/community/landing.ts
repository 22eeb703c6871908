import { Type, type Static } from 'typebox'

/** Figures and members on the landing page. Every text is in the language of the page. */
export const LandingCommunitySchema = Type.Object({
  /** `130+`, `members`. */
  figures: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
  /** Members who allow it. */
  faces: Type.Array(Type.Object({ name: Type.String(), photo: Type.String() })),
})
export type LandingCommunity = Static<typeof LandingCommunitySchema>
