import { Type, type Static } from 'typebox'

import { pageOf } from './page.ts'

/** One entry of the audit log. */
export const AuditEntrySchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  action: Type.String(),
  /** User id; null where the user is unknown. */
  actor: Type.Union([Type.String(), Type.Null()]),
  target: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  /** Truncated hash of the session cookie: tells sessions apart. */
  sessionHash: Type.Optional(Type.String()),
})

/** An entry for admins, with the names of the members where they are known. */
const AuditLineSchema = Type.Object({
  ...AuditEntrySchema.properties,
  actorName: Type.Optional(Type.String()),
  targetName: Type.Optional(Type.String()),
})
export type AuditLine = Static<typeof AuditLineSchema>

export const AuditPageSchema = pageOf(AuditLineSchema)
export type AuditPage = Static<typeof AuditPageSchema>
