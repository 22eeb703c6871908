import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'

import * as words from '#shared/lib/messages.ts'
import type { Query } from '#shared/api.ts'
import type { Sharing } from '#shared/prestige/schema.ts'
import { pagedQuery, pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { routeQuery } from '#client/lib/route-query.ts'

const OWN = ['prestige']
const PUBLIC = ['public-prestige']
const PUBLIC_MEMBERS = [...PUBLIC, 'members']

export const publicRules = queryOptions({
  ...routeQuery([...PUBLIC, 'rules'], 'GET /api/public/prestige'),
  throwOnError: false,
})

export const publicMembers = (filter: Omit<Query<'GET /api/public/prestige/members'>, 'cursor'>) =>
  pagedQuery([...PUBLIC_MEMBERS, filter], ({ cursor, signal }) =>
    request('GET /api/public/prestige/members', { query: { ...filter, cursor }, signal }),
  )

export const publicStatement = (secret: string) =>
  queryOptions({
    ...routeQuery([...PUBLIC, 'statement', secret], 'GET /api/public/prestige/statement', {
      query: { statement: secret },
    }),
    // Only a fresh answer verifies a statement.
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })

/** The summary and the sharing settings come from the first page. */
export const ownPrestige = pagesQuery(
  [...OWN, 'own'],
  ({ cursor, signal }) => request('GET /api/prestige', { query: { cursor }, signal }),
  (data) => data,
)

export const confirmedByMe = pagedQuery([...OWN, 'confirmed'], ({ cursor, signal }) =>
  request('GET /api/prestige/confirmed', { query: { cursor }, signal }),
)

export function useSharing() {
  const cache = useQueryClient()
  return useCommand({
    command: (body: Sharing) => request('PUT /api/prestige/listing', { body }),
    onSuccess: () =>
      Promise.all([OWN, PUBLIC_MEMBERS].map((queryKey) => cache.invalidateQueries({ queryKey }))),
    showsError: true,
    done: words.saved(),
  })
}

/** Replaces the existing link, if any. Repeated after a lost response, it gets the same link. */
export function useLinkCreation() {
  const cache = useQueryClient()
  return useCommand({
    command: () => request('POST /api/prestige/statement', { idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => cache.invalidateQueries({ queryKey: OWN }),
    showsError: true,
  })
}

/** @param onDone called once the link is revoked */
export function useLinkRevocation(onDone: () => void) {
  const cache = useQueryClient()
  return useCommand({
    command: () => request('DELETE /api/prestige/statement'),
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: OWN })
      onDone()
    },
    showsError: true,
  })
}

export async function sendDispute(cache: QueryClient, entryId: string, reason: string) {
  await request('POST /api/prestige/entries/:entryId/dispute', { params: { entryId }, body: { reason } })
  await cache.invalidateQueries({ queryKey: OWN })
}
