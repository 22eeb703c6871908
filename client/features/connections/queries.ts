import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'

import { CONNECTION_LISTS, type ConnectionList, type RelationshipState } from '#shared/connection-rules.ts'
import type {
  BlockedMember,
  Connection,
  ConnectionCounts,
  ConnectionDetails,
  PrivateNote,
  PrivateNoteEdit,
  Relationship,
} from '#shared/connections.ts'
import type { Dashboard } from '#shared/dashboard.ts'
import type { Page } from '#shared/page.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const connectionUrl = (connectionId: string, act = '') =>
  `/api/connections/${encodeURIComponent(connectionId)}${act && `/${act}`}`
const blockUrl = (memberId: string) => `/api/blocks/${encodeURIComponent(memberId)}`

export const connectionList = (list: ConnectionList, q = '') =>
  pagedQuery<Connection>(['connections', list, q], '/api/connections', { list, q })

export const connectionCounts = queryOptions({
  queryKey: ['connections', 'counts'],
  queryFn: ({ signal }) => request<ConnectionCounts>('/api/connections/counts', { signal }),
})

/** The one place that knows how the two stand: whatever shows a person's state reads it from here. */
export const relationshipWith = (memberId: string) =>
  queryOptions({
    queryKey: ['relationships', memberId],
    queryFn: ({ signal }) =>
      request<Relationship>(`/api/connections/with/${encodeURIComponent(memberId)}`, { signal }),
  })

export const connectionDetails = (connectionId: string) =>
  queryOptions({
    queryKey: ['connection', connectionId],
    queryFn: ({ signal }) => request<ConnectionDetails>(connectionUrl(connectionId), { signal }),
  })

export const privateNote = (connectionId: string) =>
  queryOptions({
    queryKey: ['private-note', connectionId],
    queryFn: ({ signal }) => request<PrivateNote>(connectionUrl(connectionId, 'note'), { signal }),
  })

export const blockedMembers = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }) => request<{ items: BlockedMember[] }>('/api/blocks', { signal }),
})

export type Settling = 'accept' | 'decline' | 'withdraw' | 'remove' | 'undo'

export const settle = (connectionId: string, act: Settling) =>
  request<Relationship>(connectionUrl(connectionId, act), { method: 'POST' })

export const ask = (memberId: string, note: string) =>
  request<Relationship>('/api/connections', { method: 'POST', body: { memberId, note } })

export const block = (memberId: string) => request(blockUrl(memberId), { method: 'PUT' })
export const unblock = (memberId: string) => request(blockUrl(memberId), { method: 'DELETE' })

export const savePrivateNote = (connectionId: string, body: PrivateNoteEdit, version: number) =>
  request<PrivateNote>(connectionUrl(connectionId, 'note'), { method: 'PUT', body, ifMatch: version })

const LIST_OF: Partial<Record<RelationshipState, ConnectionList>> = {
  connected: 'accepted',
  requestReceived: 'received',
  requestSent: 'sent',
}

/** Takes the person off the lists where they no longer belong, without asking the server. */
export function showRelationship(cache: QueryClient, relationship: Relationship) {
  cache.setQueryData(relationshipWith(relationship.memberId).queryKey, relationship)
  const others = (items: Connection[]) => items.filter(({ member }) => member.id !== relationship.memberId)
  for (const list of CONNECTION_LISTS) {
    if (LIST_OF[relationship.state] === list) continue
    const before =
      cache.getQueryData(connectionList(list).queryKey)?.pages.flatMap(({ items }) => items) ?? []
    const gone = before.length - others(before).length
    cache.setQueriesData<InfiniteData<Page<Connection>>>(
      { queryKey: ['connections', list] },
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, items: others(page.items) })) },
    )
    cache.setQueryData(
      connectionCounts.queryKey,
      (counts) => counts && { ...counts, [list]: counts[list] - gone },
    )
  }
  if (relationship.state !== 'requestReceived')
    cache.setQueryData<Dashboard>(
      ['dashboard'],
      (data) => data && { ...data, requests: others(data.requests) },
    )
}

/** Of the acts on ties: what runs of them is asked for by it. */
export const SETTLING = 'settle'

/** Shows what the relationship has become, and has everything that depends on it fetched anew. */
export async function relationshipChanged(cache: QueryClient, relationship: Relationship) {
  showRelationship(cache, relationship)
  // While another act runs, that one's end will do: lists from before it would bring back whom it took away.
  const lists = cache.isMutating({ mutationKey: [SETTLING] }) > 1 ? [] : [['connections'], ['dashboard']]
  // Its screen would only learn that it is gone; it leaves by itself.
  const details = { queryKey: ['connection', relationship.connectionId ?? ''] }
  await Promise.all([
    cache.invalidateQueries({
      ...details,
      refetchType: relationship.state === 'connected' ? 'active' : 'none',
    }),
    ...[...lists, ['introductions'], ['members', relationship.memberId]].map((queryKey) =>
      cache.invalidateQueries({ queryKey }),
    ),
  ])
}

/** A block holds in every list of people there is. */
export const blocksChanged = (cache: QueryClient) => cache.invalidateQueries()
