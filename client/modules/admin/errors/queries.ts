import { queryOptions } from '@tanstack/react-query'

import type { ErrorGroupRow, ErrorStateEdit } from '#shared/operations/error-groups.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

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
  queryOptions({
    queryKey: ['admin', 'errors', 'group', fingerprint],
    queryFn: ({ signal }) =>
      request('GET /api/admin/client-errors/:fingerprint', { params: { fingerprint }, signal }),
  })

export const errorSample = (fingerprint: string, id: string) =>
  queryOptions({
    queryKey: ['admin', 'errors', 'sample', fingerprint, id],
    queryFn: ({ signal }) =>
      request('GET /api/admin/client-errors/:fingerprint/samples/:entryId', {
        params: { fingerprint, entryId: id },
        signal,
      }),
  })

export const useStateChange = ({ fingerprint, version }: ErrorGroupRow) =>
  useAdminCommand((body: ErrorStateEdit) =>
    request('PUT /api/admin/client-errors/:fingerprint/state', {
      params: { fingerprint },
      body,
      ifMatch: version,
    }),
  )
