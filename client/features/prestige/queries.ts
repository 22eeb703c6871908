import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type {
  ConfirmedEntry,
  OwnPrestige,
  PublicMember,
  PublicPrestige,
  PublicStatement,
  Sharing,
  StatementLink,
} from '#shared/prestige.ts'
import { pagedQuery, urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const OWN = ['prestige']
const PUBLIC = ['public-prestige']
const PUBLIC_MEMBERS = [...PUBLIC, 'members']

export const publicRules = queryOptions({
  queryKey: [...PUBLIC, 'rules'],
  queryFn: ({ signal }) => request<PublicPrestige>('/api/public/prestige', { signal }),
  throwOnError: false,
})

export const publicMembers = (filter: { tier?: string | undefined; industry?: string | undefined }) =>
  pagedQuery<PublicMember>([...PUBLIC_MEMBERS, filter], '/api/public/prestige/members', filter)

export const publicStatement = (secret: string) =>
  queryOptions({
    queryKey: [...PUBLIC, 'statement', secret],
    queryFn: ({ signal }) =>
      request<PublicStatement>(urlWith('/api/public/prestige/statement', { statement: secret }), { signal }),
    // An old answer verifies nothing.
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })

/** The summary and the sharing settings are those of the first page. */
export const ownPrestige = infiniteQueryOptions({
  queryKey: [...OWN, 'own'],
  queryFn: ({ signal, pageParam }) =>
    request<OwnPrestige>(urlWith('/api/prestige', { cursor: pageParam }), { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
})

export const confirmedByMe = pagedQuery<ConfirmedEntry>([...OWN, 'confirmed'], '/api/prestige/confirmed')

function useChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const cache = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => cache.invalidateQueries({ queryKey: OWN }) })
}

export function useSharing() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Sharing) => request<Sharing>('/api/prestige/listing', { method: 'PUT', body }),
    onSuccess: () =>
      Promise.all([OWN, PUBLIC_MEMBERS].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  })
}

/** Replaces the existing link, if any. Repeated after a lost response, it gets the same link. */
export function useLinkCreation() {
  const cache = useQueryClient()
  const mutationKey = [...OWN, 'create-link']
  const creation = useMutation({
    mutationKey,
    mutationFn: () =>
      request<StatementLink>('/api/prestige/statement', {
        method: 'POST',
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: OWN }),
  })
  return {
    ...creation,
    // State is one render late: a double click would replace the link that it just created.
    create: () => {
      if (cache.isMutating({ mutationKey }) === 0) creation.mutate()
    },
  }
}

export const useLinkRevocation = () =>
  useChange(() => request('/api/prestige/statement', { method: 'DELETE' }))

export const useDispute = (entryId: string) =>
  useChange((reason: string) =>
    request(`/api/prestige/entries/${encodeURIComponent(entryId)}/dispute`, {
      method: 'POST',
      body: { reason },
    }),
  )
