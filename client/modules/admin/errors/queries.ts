import type { ErrorGroupRow, ErrorStateEdit } from '#shared/operations/error-groups.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

import { ANY_STATE, type ErrorFilter } from './filter.ts'

export const errorList = ({ state, ...filter }: ErrorFilter) =>
  pagesQuery(
    ['admin', 'errors', 'list', state, filter],
    ({ cursor, signal }) => {
      const query = { ...filter, state: state === ANY_STATE ? '' : state || 'open', cursor } as const
      return request('GET /api/admin/client-errors', { query, signal })
    },
    ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      releases: pages.at(-1)?.releases ?? [],
    }),
  )

export const errorGroup = (fingerprint: string) =>
  routeQuery(['admin', 'errors', 'group', fingerprint], 'GET /api/admin/client-errors/:fingerprint', {
    params: { fingerprint },
  })

export const errorSample = (fingerprint: string, id: string) =>
  routeQuery(
    ['admin', 'errors', 'sample', fingerprint, id],
    'GET /api/admin/client-errors/:fingerprint/samples/:entryId',
    { params: { fingerprint, entryId: id } },
  )

export const useStateChange = ({ fingerprint, version }: ErrorGroupRow) =>
  useAdminCommand((body: ErrorStateEdit) =>
    request('PUT /api/admin/client-errors/:fingerprint/state', {
      params: { fingerprint },
      body,
      ifMatch: version,
    }),
  )
