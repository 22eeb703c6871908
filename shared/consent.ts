import { Type, type Static } from 'typebox'

/** What a member is asked to agree to; nothing once they have. */
export const OwnConsentSchema = Type.Object({
  due: Type.Optional(
    Type.Object({
      version: Type.Integer(),
      /** Sanitised. */
      html: Type.String(),
      /** They agreed to an older version. */
      agreedBefore: Type.Boolean(),
    }),
  ),
})
export type OwnConsent = Static<typeof OwnConsentSchema>

export const AgreementSchema = Type.Object(
  { version: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
)
