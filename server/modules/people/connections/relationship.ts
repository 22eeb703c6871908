import type { Relationship } from '#shared/people/connections.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { AccountState } from '#server/modules/people/relationships/types.ts'

import type { ConnectionDocument } from './collection.ts'
import {
  asSeenByOther,
  nextRequestTime,
  expiryOf,
  isReceivedRequest,
  isSentRequest,
} from './connection-state.ts'

interface View {
  viewerId: string
  memberId: string
  now: number
  blockedByViewer?: boolean
  /** State of the member's account. */
  accountState?: AccountState
}

/** The relationship of two members as the viewer can see it. */
export function relationshipOf(
  stored: ConnectionDocument | undefined,
  { viewerId, memberId, now, blockedByViewer = false, accountState = 'active' }: View,
): Relationship {
  if (viewerId === memberId) return { memberId, state: 'self' }
  if (blockedByViewer) return { memberId, state: 'blockedByMe' }
  if (!stored) return { memberId, state: 'none' }
  const connection = asSeenByOther(stored, accountState, { actor: memberId, now })
  const viewer = { actor: viewerId, now }
  const { id: connectionId, requestedAt, note } = connection
  const hidden = hiddenNoteOf(connection)
  if (connection.state === 'accepted') {
    return { memberId, state: 'connected', connectionId, since: connection.changedAt }
  }
  const request = {
    memberId,
    connectionId,
    since: requestedAt,
    note: hidden && connection.requester !== viewerId ? '' : note,
    expiresAt: isoInstant(expiryOf(connection)),
  }
  if (isSentRequest(connection, viewer)) {
    return { ...request, state: 'requestSent', noteHidden: hidden }
  }
  if (isReceivedRequest(connection, viewer)) return { ...request, state: 'requestReceived' }
  const nextRequestAt = nextRequestTime(connection, viewer)
  return {
    memberId,
    state: 'none',
    nextRequestAt: nextRequestAt === undefined ? undefined : isoInstant(nextRequestAt),
  }
}

/** Whether an admin has hidden the note of the last request. A later request has its own note. */
export const hiddenNoteOf = ({ hiddenNote, requestedAt }: ConnectionDocument) =>
  hiddenNote?.requestedAt === requestedAt ? hiddenNote : undefined
