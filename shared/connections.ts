import { Type, type Static } from 'typebox'

import { MemberCardSchema } from './members.ts'
import { pageOf } from './page.ts'

export const CONNECTION_STATES = [
  'requested',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
  'removed',
] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** A connection as one of its two members sees it. */
export const ConnectionSchema = Type.Object({
  id: Type.String(),
  state: Type.Enum([...CONNECTION_STATES]),
  /** The other person. */
  member: MemberCardSchema,
  /** When it came into its present state. ISO instant. */
  since: Type.String(),
})
export type Connection = Static<typeof ConnectionSchema>

export const ConnectionPageSchema = pageOf(ConnectionSchema)
