import { Type, type Static } from 'typebox'

/** The target of audit entries that concern every member. */
export const ALL_MEMBERS = 'members'

/** One entry of the audit log. */
export const AuditEntrySchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  action: Type.String(),
  /** User id; null where the user is unknown. */
  actor: Type.Union([Type.String(), Type.Null()]),
  target: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  /** Truncated hash of the session cookie, which distinguishes sessions. */
  sessionHash: Type.Optional(Type.String()),
})

/** A record that an admin viewed private data. */
export const AdminViewSchema = Type.Object({
  of: Type.Enum(['account', 'report', 'draft', 'list', 'search', 'download']),
  at: Type.String(),
})
export type AdminView = Static<typeof AdminViewSchema>
