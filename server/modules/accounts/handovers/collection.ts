import { hash } from 'node:crypto'
import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/**
 * The account of an address passes to the person who reads its mail. One per address, from the start of the hand-over
 * until links of the account before it have expired.
 */
const HandoverSchema = Type.Object({
  id: Type.String(),
  /** In lower case. */
  email: Type.String(),
  /** SHA-256 of the link's code. */
  codeHash: Type.String(),
  action: Type.String(),
  startedAt: Type.String(),
  /** Undefined while the hand-over is in progress, or was interrupted. */
  finishedAt: Type.Optional(Type.String()),
  /** The account that has the address since. Undefined when it was only removed. */
  owner: Type.Optional(Type.String()),
  expiresAt: Type.String(),
})
export type Handover = Static<typeof HandoverSchema>

export const handovers = defineCollection({
  name: 'address-handovers',
  schema: HandoverSchema,
  indexes: [{ equal: ['codeHash'] }, { order: 'expiresAt' }],
  expiresAt: ({ expiresAt }) => Date.parse(expiresAt),
})

export const handoverId = (email: string) => hash('sha256', email.toLowerCase())
export const hashOfCode = (code: string) => hash('sha256', code)
