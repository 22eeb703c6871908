import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import {
  CONNECTION_LISTS,
  type ConnectionList,
  type RelationshipState,
} from '#shared/people/connection-rules.ts'
import type { Connection, PrivateNote, PrivateNoteEdit, Relationship } from '#shared/people/connections.ts'
import type { Page } from '#shared/lib/page.ts'
import type { VersionedQuery } from '#client/lib/edits/use-versioned-form.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const connectionList = (list: ConnectionList, q = '') =>
  pagesQuery(
    ['connections', list, q],
    ({ cursor, signal }) => request('GET /api/connections', { query: { list, q, cursor }, signal }),
    ({ pages }) => ({ ...pages[0]!, items: pages.flatMap(({ items }) => items) }),
  )

export const connectionCounts = routeQuery(['connections', 'counts'], 'GET /api/connections/counts')

/** The single source of a relationship: every screen that shows one reads it from here. */
export const relationshipWith = (memberId: string) =>
  routeQuery(['relationships', memberId], 'GET /api/connections/with/:memberId', { params: { memberId } })

/** Stores the relationships that came with a list, so that its cards show them and their changes. */
export function keepRelationships(cache: QueryClient, items: readonly { relationship?: Relationship }[]) {
  for (const { relationship } of items)
    if (relationship) cache.setQueryData(relationshipWith(relationship.memberId).queryKey, relationship)
}

export const privateNote = (connectionId: string): VersionedQuery<PrivateNote> => ({
  queryKey: ['private-note', connectionId],
  queryFn: ({ signal }) =>
    request('GET /api/connections/:connectionId/note', { params: { connectionId }, signal }),
})

export const blockedMembers = routeQuery(['blocks'], 'GET /api/blocks')

export type ConnectionCommand = 'accept' | 'decline' | 'withdraw' | 'remove' | 'undo'

export const runConnectionCommand = (connectionId: string, command: ConnectionCommand) =>
  request(`POST /api/connections/:connectionId/${command}`, { params: { connectionId } })

export const sendRequest = (memberId: string, note: string) =>
  request('POST /api/connections', { body: { memberId, note } })

export const block = (memberId: string) => request('PUT /api/blocks/:memberId', { params: { memberId } })
export const unblock = (memberId: string) => request('DELETE /api/blocks/:memberId', { params: { memberId } })

export const savePrivateNote = (connectionId: string, body: PrivateNoteEdit, version: number) =>
  request('PUT /api/connections/:connectionId/note', {
    params: { connectionId },
    body,
    ifMatch: version,
  })

const LIST_OF: Partial<Record<RelationshipState, ConnectionList>> = {
  connected: 'accepted',
  requestReceived: 'received',
  requestSent: 'sent',
}

/** The dashboard lists received requests too. */
interface ReceivedRequests {
  requests: Connection[]
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
    cache.setQueryData<ReceivedRequests>(
      ['dashboard'],
      (data) => data && { ...data, requests: others(data.requests) },
    )
}

/** The mutation key of connection commands, to find out whether one is running. */
export const CONNECTION_COMMAND = 'connection-command'

/** Shows the new relationship, and refetches everything that depends on it. */
export async function relationshipChanged(cache: QueryClient, relationship: Relationship) {
  showRelationship(cache, relationship)
  // While another command runs, its end refetches the lists: a response from before it would restore a
  // removed row.
  const isLast = cache.isMutating({ mutationKey: [CONNECTION_COMMAND] }) <= 1
  const lists = isLast ? [['connections'], ['dashboard'], ['notifications']] : []
  // Its screen navigates away on its own; a refetch there would only be a 404.
  const details = { queryKey: ['connection', relationship.connectionId ?? ''] }
  await Promise.all([
    cache.invalidateQueries({
      ...details,
      refetchType: relationship.state === 'connected' ? 'active' : 'none',
    }),
    ...[...lists, ['suggestions'], ['events', 'worth-meeting'], ['members', relationship.memberId]].map(
      (queryKey) => cache.invalidateQueries({ queryKey }),
    ),
  ])
}

/** A block affects every list of people. */
export const blocksChanged = (cache: QueryClient) => cache.invalidateQueries()
