import { hash } from 'node:crypto'
import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'
import { defineRequestCounts } from '#server/store/request-counts.ts'

/**
 * A code that was emailed, until it is used or expires. The code itself is not stored: it is a keyed hash over the
 * id and the random key (`codes.ts`).
 */
const SignInCodeSchema = Type.Object({
  /** SHA-256 of the cookie of the browser that requested it. */
  id: Type.String(),
  /** In lower case. */
  email: Type.String(),
  key: Type.String(),
  wrongTries: Type.Integer(),
  expiresAt: Type.String(),
})
export type SignInCode = Static<typeof SignInCodeSchema>

export const signInCodes = defineCollection({
  name: 'sign-in-codes',
  schema: SignInCodeSchema,
  indexes: [{ order: 'expiresAt' }],
  expiresAt: ({ expiresAt }) => Date.parse(expiresAt),
})

export const codeIdOf = (browser: string) => hash('sha256', browser, 'base64url')

/** Requests for codes, of an address or from a network. */
export const codeRequests = defineRequestCounts('sign-in-code-requests')
