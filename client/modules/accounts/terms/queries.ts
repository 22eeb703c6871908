import { queryOptions, useQueryClient } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { routeQuery } from '#client/lib/route-query.ts'

/** The text that the person is asked to agree to, if any. Without an answer they are asked at the next visit. */
export const ownAgreement = queryOptions({
  ...routeQuery(['agreement'], 'GET /api/me/agreement'),
  throwOnError: false,
})

export function useAgree() {
  const cache = useQueryClient()
  return useCommand({
    command: (version: number) => request('PUT /api/me/agreement', { body: { version } }),
    showsError: true,
    // Shows the current version of a text that has changed in the meantime.
    onSettled: () => cache.invalidateQueries({ queryKey: ownAgreement.queryKey }),
  })
}
