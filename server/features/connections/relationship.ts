import type { Relationship } from '#shared/connections.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { ConnectionDocument } from './collection.ts'
import {
  detachActor,
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
  /** Whether the member is suspended or pending, and so hidden from everyone. */
  inactive?: boolean
}

/** The relationship of two members as the viewer can see it. */
export function relationshipOf(
  stored: ConnectionDocument | undefined,
  { viewerId, memberId, now, blockedByViewer = false, inactive = false }: View,
): Relationship {
  if (viewerId === memberId) return { memberId, state: 'self' }
  if (blockedByViewer) return { memberId, state: 'blockedByMe' }
  if (!stored) return { memberId, state: 'none' }
  const connection = inactive ? detachActor(stored, { actor: memberId, now }) : stored
  const viewer = { actor: viewerId, now }
  const { id: connectionId, requestedAt, note } = connection
  if (connection.state === 'accepted') {
    return { memberId, state: 'connected', connectionId, since: connection.changedAt }
  }
  const request = {
    memberId,
    connectionId,
    since: requestedAt,
    note,
    expiresAt: isoInstant(expiryOf(connection)),
  }
  if (isSentRequest(connection, viewer)) return { ...request, state: 'requestSent' }
  if (isReceivedRequest(connection, viewer)) return { ...request, state: 'requestReceived' }
  const nextRequestAt = nextRequestTime(connection, viewer)
  return {
    memberId,
    state: 'none',
    ...(nextRequestAt !== undefined && { nextRequestAt: isoInstant(nextRequestAt) }),
  }
}
