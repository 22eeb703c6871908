import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { AdminEventPage, AdminEventRow, OrganiserChoice } from '#shared/admin-events.ts'
import { useAdminCommand } from '#client/features/admin/use-admin-command.ts'
import { urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

import type { EventSearch } from './filter.ts'

const URL = '/api/admin/events'

export const adminEvents = (search: EventSearch) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'events', 'list', search],
    queryFn: ({ signal, pageParam }) =>
      request<AdminEventPage>(urlWith(URL, { ...search, cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), total: pages.at(-1)?.total ?? 0 }),
  })

/** Active members with the role, by the beginnings of names and of email addresses. */
export const organiserSearch = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'events', 'organisers', q],
    queryFn: ({ signal }) =>
      request<{ items: OrganiserChoice[] }>(urlWith(`${URL}/organisers`, { q }), { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

export const useReassignment = ({ id, version }: Pick<AdminEventRow, 'id' | 'version'>) =>
  useAdminCommand((organiser: string) =>
    request(`${URL}/${encodeURIComponent(id)}/organiser`, {
      method: 'PUT',
      body: { organiser },
      ifMatch: version,
    }),
  )
