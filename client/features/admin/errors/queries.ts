import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type {
  ErrorGroupDetails,
  ErrorGroupPage,
  ErrorGroupRow,
  ErrorSample,
  ErrorStateEdit,
} from '#shared/client-error-groups.ts'
import { useAdminCommand } from '#client/features/admin/use-admin-command.ts'
import { urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

import { ANY_STATE, type ErrorFilter } from './filter.ts'

const URL = '/api/admin/client-errors'
const urlOf = (fingerprint: string, rest = '') => `${URL}/${encodeURIComponent(fingerprint)}${rest}`

export const errorList = ({ state, ...filter }: ErrorFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'errors', 'list', state, filter],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...filter, state: state === ANY_STATE ? undefined : state || 'open', cursor: pageParam }
      return request<ErrorGroupPage>(urlWith(URL, query), { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      releases: pages.at(-1)?.releases ?? [],
    }),
  })

export const errorGroup = (fingerprint: string) =>
  queryOptions({
    queryKey: ['admin', 'errors', 'group', fingerprint],
    queryFn: ({ signal }) => request<ErrorGroupDetails>(urlOf(fingerprint), { signal }),
  })

export const errorSample = (fingerprint: string, id: string) =>
  queryOptions({
    queryKey: ['admin', 'errors', 'sample', fingerprint, id],
    queryFn: ({ signal }) =>
      request<ErrorSample>(urlOf(fingerprint, `/samples/${encodeURIComponent(id)}`), { signal }),
  })

export const useStateChange = ({ fingerprint, version }: ErrorGroupRow) =>
  useAdminCommand((body: ErrorStateEdit) =>
    request(urlOf(fingerprint, '/state'), { method: 'PUT', body, ifMatch: version }),
  )
