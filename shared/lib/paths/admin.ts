import { paths } from '#shared/lib/paths.ts'
import { givenParams } from '#shared/lib/query.ts'

/** Sections of the admin area, in the order of their tabs. The first has no name in the URL. */
export const ADMIN_SECTIONS = [
  'overview',
  'members',
  'events',
  'invitations',
  'joining',
  'chapters',
  'settings',
  'reports',
  'prestige',
  'errors',
  'audit',
] as const
export type AdminSection = (typeof ADMIN_SECTIONS)[number]

/** `/admin?section=…` with the section's own query. */
export function adminPath(section: AdminSection, query: Readonly<Record<string, string | undefined>> = {}) {
  const named = section === ADMIN_SECTIONS[0] ? undefined : section
  const search = new URLSearchParams(givenParams({ section: named, ...query }))
  return search.size > 0 ? `${paths.admin}?${search}` : paths.admin
}

export const adminReportPath = (reportId: string) => adminPath('reports', { reported: reportId })
export const adminErrorPath = (fingerprint: string) => adminPath('errors', { error: fingerprint })
export const adminMemberPath = (memberId: string) => adminPath('members', { member: memberId })
