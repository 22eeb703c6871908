import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/**
 * Languages of members. Both can be languages that the community has ceased to offer. Apart from the profile, whose
 * version each sign-in would change.
 */
export const memberLanguages = defineCollection({
  name: 'member-languages',
  schema: Type.Object({
    /** Member id. */
    id: Type.String(),
    /** Undefined until the member chooses. */
    chosen: Type.Optional(Type.String()),
    /** The language in which the member last signed in. */
    signedInWith: Type.Optional(Type.String()),
  }),
})
