import { queryOptions } from '@tanstack/react-query'

import * as m from '#shared/admin/messages.ts'
import type { AuditFilter } from '#shared/admin/audit.ts'
import { accountChoice } from '#client/modules/admin/account-choice.ts'
import type { PersonChoice, PersonSource } from '#client/modules/people/picker/source.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const auditLog = (filter: AuditFilter) =>
  pagesQuery(
    ['admin', 'audit', 'list', filter],
    ({ cursor, signal }) => request('GET /api/admin/audit', { query: { ...filter, cursor }, signal }),
    ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      actorName: pages[0]?.actorName,
      targetName: pages[0]?.targetName,
    }),
  )

/** Entries never change. */
export const auditEntry = (id: string) =>
  queryOptions({
    ...routeQuery(['audit-entry', id], 'GET /api/admin/audit/:entryId', { params: { entryId: id } }),
    staleTime: Infinity,
  })

export const downloadAuditLog = (filter: AuditFilter) =>
  request('GET /api/admin/audit/export.csv', { query: filter, file: 'text/csv' })

/** Members by the beginnings of names and of email addresses, and the typed text as the id of anything in the log. */
export const IDS_AND_MEMBERS: PersonSource<PersonChoice> = {
  queryKey: ['admin', 'members', 'search'],
  minLetters: 1,
  async load(q, signal) {
    const { items } = await request('GET /api/admin/members', { query: { q, sort: 'name' }, signal })
    return [...items.map(accountChoice), { id: q, displayName: q, detail: m.auditAsId() }]
  },
}
