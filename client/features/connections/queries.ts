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

const connectionUrl = (connectionId: string, part = '') =>
  `/api/connections/${encodeURIComponent(connectionId)}${part && `/${part}`}`
const blockUrl = (memberId: string) => `/api/blocks/${encodeURIComponent(memberId)}`

export const connectionList = (list: ConnectionList, q = '') =>
  pagedQuery<Connection>(['connections', list, q], '/api/connections', { list, q })

export const connectionCounts = queryOptions({
  queryKey: ['connections', 'counts'],
  queryFn: ({ signal }) => request<ConnectionCounts>('/api/connections/counts', { signal }),
})

/** The single source of a relationship: every screen that shows one reads it from here. */
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

export type ConnectionCommand = 'accept' | 'decline' | 'withdraw' | 'remove' | 'undo'

export const runConnectionCommand = (connectionId: string, command: ConnectionCommand) =>
  request<Relationship>(connectionUrl(connectionId, command), { method: 'POST' })

export const sendRequest = (memberId: string, note: string) =>
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

/** Removes the member from the lists they no longer belong to, without a request to the server. */
export function showRelationship(cache: QueryClient, relationship: Relationship) {
  cache.setQueryData(relationshipWith(relationship.memberId).queryKey, relationship)
  const others = (items: Connection[]) => items.filter(({ member }) => member.id !== relationship.memberId)
  for (const list of CONNECTION_LISTS) {
    if (LIST_OF[relationship.state] === list) continue
    const before =
      cache.getQueryData(connectionList(list).queryKey)?.pages.flatMap(({ items }) => items) ?? []
    const removed = before.length - others(before).length
    cache.setQueriesData<InfiniteData<Page<Connection>>>(
      { queryKey: ['connections', list] },
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, items: others(page.items) })) },
    )
    cache.setQueryData(
      connectionCounts.queryKey,
      (counts) => counts && { ...counts, [list]: counts[list] - removed },
    )
  }
  if (relationship.state !== 'requestReceived')
    cache.setQueryData<Dashboard>(
      ['dashboard'],
      (data) => data && { ...data, requests: others(data.requests) },
    )
}

/** The mutation key of connection commands, to find out whether one is running. */
export const CONNECTION_COMMAND = 'connection-command'

/** Shows the new relationship, and refetches everything that depends on it. */
export async function relationshipChanged(cache: QueryClient, relationship: Relationship) {
  showRelationship(cache, relationship)
  // While another command runs, its end refetches the lists: a response from before it would restore a removed row.
  const isLast = cache.isMutating({ mutationKey: [CONNECTION_COMMAND] }) <= 1
  const lists = isLast ? [['connections'], ['dashboard'], ['notifications']] : []
  // Its screen navigates away on its own; a refetch there would only be a 404.
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

/** A block affects every list of people. */
export const blocksChanged = (cache: QueryClient) => cache.invalidateQueries()
