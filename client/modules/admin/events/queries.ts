import type { AdminEventRow } from '#shared/admin/events.ts'
import { accountChoice } from '#client/modules/admin/account-choice.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import type { PersonChoice, PersonSource } from '#client/modules/people/picker/source.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

import type { EventSearch } from './filter.ts'

export const adminEvents = (search: EventSearch) =>
  pagesQuery(
    ['admin', 'events', 'list', search],
    ({ cursor, signal }) => request('GET /api/admin/events', { query: { ...search, cursor }, signal }),
    ({ pages }) => ({ items: pages.flatMap(({ items }) => items), total: pages.at(-1)?.total ?? 0 }),
  )

/** Active members with the role, by the beginnings of names and of email addresses. */
export const ORGANISERS: PersonSource<PersonChoice> = {
  queryKey: ['admin', 'events', 'organisers'],
  minLetters: 1,
  async load(q, signal) {
    const { items } = await request('GET /api/admin/events/organisers', { query: { q }, signal })
    return items.map(accountChoice)
  },
}

export const useReassignment = ({ id, version }: Pick<AdminEventRow, 'id' | 'version'>) =>
  useAdminCommand((organiser: string) =>
    request('PUT /api/admin/events/:eventId/organiser', {
      params: { eventId: id },
      body: { organiser },
      ifMatch: version,
    }),
  )
