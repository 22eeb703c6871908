import { Type, type Static } from 'typebox'

import { PASSWORD } from './password-limits.ts'

const CodeSchema = Type.String({ minLength: 1, maxLength: 1024 })

/** The identity provider's code in an emailed link: it shows that the person reads the mail of the address. */
export const LinkCodeSchema = Type.Object({ code: CodeSchema }, { additionalProperties: false })

export const LinkPasswordSchema = Type.Object(
  { code: CodeSchema, password: Type.String({ minLength: PASSWORD.min, maxLength: PASSWORD.max }) },
  { additionalProperties: false },
)

export const OpenedLinkSchema = Type.Object({
  /** Undefined for a link that no longer works, as is the rest. */
  action: Type.Optional(Type.Enum(['verify_email', 'reset_password', 'change_email', 'recover_email'])),
  /** Address of the account; for `recover_email` the one that it gets back. */
  email: Type.Optional(Type.String()),
  newEmail: Type.Optional(Type.String()),
  /** The account of `email` while that address is not verified. */
  unverified: Type.Optional(
    Type.Object({
      /** ISO instant. */
      createdAt: Type.String(),
      /** For example `Firefox` and `Windows`. Undefined when not known. */
      browser: Type.Optional(Type.String()),
      system: Type.Optional(Type.String()),
    }),
  ),
})
export type OpenedLink = Static<typeof OpenedLinkSchema>

/** The address that the link's account has now. */
export const LinkAddressSchema = Type.Object({ email: Type.String() })
