import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { DirectoryPage } from '#shared/directory.ts'
import { request } from '#client/lib/request.ts'

/** @param text beginnings of words of a name or company, 2 characters or more */
export const foundMembers = (text: string) =>
  queryOptions({
    queryKey: ['directory', 'hosts', text],
    queryFn: ({ signal }) =>
      request<DirectoryPage>(`/api/directory?${new URLSearchParams({ q: text }).toString()}`, { signal }),
    placeholderData: keepPreviousData,
  })
