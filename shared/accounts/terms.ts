import { Type, type Static } from 'typebox'

/** The text that a member is asked to agree to; empty once they have. */
export const OwnAgreementSchema = Type.Object({
  due: Type.Optional(
    Type.Object({
      version: Type.Integer(),
      /** Sanitised. */
      html: Type.String(),
      /** Whether they agreed to an older version. */
      agreedBefore: Type.Boolean(),
    }),
  ),
})
export type OwnAgreement = Static<typeof OwnAgreementSchema>

export const AgreementSchema = Type.Object(
  { version: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
)
