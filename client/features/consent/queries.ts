import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { OwnConsent } from '#shared/consent.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/me/consent'

/** What the person is asked to agree to, if anything. Without an answer they are asked at the next visit. */
export const ownConsent = queryOptions({
  queryKey: ['consent'],
  queryFn: ({ signal }) => request<OwnConsent>(URL, { signal }),
  throwOnError: false,
})

export function useAgree() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (version: number) => request<null>(URL, { method: 'PUT', body: { version } }),
    // A text that has changed in the meantime is shown as it is now.
    onSettled: () => cache.invalidateQueries({ queryKey: ownConsent.queryKey }),
  })
}
