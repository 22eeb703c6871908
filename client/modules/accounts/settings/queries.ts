import { queryOptions, useQueryClient } from '@tanstack/react-query'

import { useRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const ownSessions = queryOptions({
  ...routeQuery(['sessions'], 'GET /api/sessions'),
  // Other devices sign in and out at any time.
  staleTime: 0,
})

interface Ending {
  /** Without one, all other sessions end. */
  id?: string
  /** Message of the toast. */
  done: string
}

export function useEndSessions() {
  const cache = useQueryClient()
  const withRecentSignIn = useRecentSignIn()
  return useCommand({
    command: ({ id }: Ending) =>
      withRecentSignIn(() =>
        id === undefined
          ? request('DELETE /api/sessions')
          : request('DELETE /api/sessions/:sessionId', { params: { sessionId: id } }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: ownSessions.queryKey }),
    done: (_, { done }) => done,
  })
}

export const ownLanguage = routeQuery(['language'], 'GET /api/me/language')
