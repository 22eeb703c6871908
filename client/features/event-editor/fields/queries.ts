import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { DirectoryPage } from '#shared/directory.ts'
import { request } from '#client/lib/request.ts'

const PAUSE = 200

/** Asked for once the person has stopped typing for a moment. @param text beginnings of words of a name or company */
export const foundMembers = (text: string) =>
  queryOptions({
    queryKey: ['directory', 'hosts', text],
    queryFn: async ({ signal }) => {
      await pause(signal)
      return request<DirectoryPage>(`/api/directory?${new URLSearchParams({ q: text }).toString()}`, {
        signal,
      })
    },
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  })

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
