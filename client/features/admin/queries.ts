import type { AuditLine } from '#shared/admin.ts'
import type { MemberRecord } from '#shared/members.ts'
import { pagedQuery } from '#client/lib/pages.ts'

export const allMembers = pagedQuery<MemberRecord>(['admin', 'members'], '/api/admin/members')

export const auditLog = pagedQuery<AuditLine>(['admin', 'audit'], '/api/admin/audit')
