import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { OwnSessionList } from '#shared/session.ts'
import { useRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/sessions'

export const ownSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request<OwnSessionList>(URL, { signal }),
  // Other devices sign in and out.
  staleTime: 0,
})

/** Ends one session, or without an id all but the current one. */
export function useEndSessions() {
  const cache = useQueryClient()
  const withRecentSignIn = useRecentSignIn()
  return useMutation({
    mutationFn: (id?: string) =>
      withRecentSignIn(() => request(id === undefined ? URL : `${URL}/${id}`, { method: 'DELETE' })),
    onSettled: () => cache.invalidateQueries({ queryKey: ownSessions.queryKey }),
  })
}
