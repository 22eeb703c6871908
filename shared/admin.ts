import { Type, type Static } from 'typebox'

import { MemberRecordSchema } from './members.ts'
import { pageOf } from './page.ts'

export const MemberRecordPageSchema = pageOf(MemberRecordSchema)
export type MemberRecordPage = Static<typeof MemberRecordPageSchema>

/** One line of the audit log. */
export const AuditEntrySchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  action: Type.String(),
  /** User id; null where nobody is known. */
  actor: Type.Union([Type.String(), Type.Null()]),
  target: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntrySchema>

export const AuditPageSchema = pageOf(AuditEntrySchema)
export type AuditPage = Static<typeof AuditPageSchema>
