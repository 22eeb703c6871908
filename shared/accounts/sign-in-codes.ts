import { Type } from 'typebox'

import { IMPORT_LIMITS } from './invitation-rules.ts'

export const CodeRequestSchema = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: IMPORT_LIMITS.email, pattern: '^[^\\s@]+@[^\\s@]+$' }) },
  { additionalProperties: false },
)

/** The digits as typed or pasted, with spaces between them or not. */
export const CodeEntrySchema = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 40 }) },
  { additionalProperties: false },
)

/** The identity provider's token, which signs the person in there. */
export const SignInTokenSchema = Type.Object({ token: Type.String() })
