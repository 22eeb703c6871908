import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { AdminMemberPage } from '#shared/admin-members.ts'
import type { AuditDetails, AuditFilter, AuditPage } from '#shared/admin.ts'
import { urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/admin/audit'

export const auditLog = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      request<AuditPage>(urlWith(URL, { ...filter, cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      actorName: pages[0]?.actorName,
      targetName: pages[0]?.targetName,
    }),
  })

/** Entries never change. */
export const auditEntry = (id: string) =>
  queryOptions({
    queryKey: ['audit entry', id],
    queryFn: ({ signal }) => request<AuditDetails>(`${URL}/${encodeURIComponent(id)}`, { signal }),
    staleTime: Infinity,
  })

export const downloadAuditLog = (filter: AuditFilter) =>
  request<Blob>(urlWith(`${URL}/export.csv`, filter), { file: 'text/csv' })

/** By the beginnings of names and of email addresses. */
export const memberSearch = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'members', 'search', q],
    queryFn: ({ signal }) =>
      request<AdminMemberPage>(urlWith('/api/admin/members', { q, sort: 'name' }), { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
