import type { ConnectionDetails } from '#shared/connections.ts'
import type { EventSummary } from '#shared/events.ts'
import type { MeetingTogether } from '#shared/meetings.ts'
import type { MemberProfile } from '#shared/members.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import { notFound } from '#server/lib/failure.ts'
import type { AccountStateOf } from './types.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { otherOf } from './connection-state.ts'
import { mutualConnections } from './queries.ts'

interface Deps {
  store: Store
  accountStateOf: AccountStateOf
  profile: (viewer: Actor, memberId: string) => Promise<MemberProfile>
  /** Events that both attended or are going to, latest first. */
  eventsTogether: (viewerId: string, memberId: string) => Promise<EventSummary[]>
  meetingsTogether: (viewerId: string, memberId: string) => Promise<MeetingTogether[]>
}

const MAX_MUTUAL_SHOWN = 24

/** A connection as one of the two members sees it. */
export function createConnectionDetails(deps: Deps) {
  const { store, accountStateOf, profile, eventsTogether, meetingsTogether } = deps

  /** @throws Failure 404 unless the viewer is one of the two, and connected as far as the viewer sees */
  async function visibleConnection(viewerId: string, connectionId: string) {
    const found = await store.get(connections, connectionId)
    if (!found?.members.includes(viewerId) || found.state !== 'accepted') throw notFound('connection')
    const memberId = otherOf(found, viewerId)
    const accountState = await accountStateOf(store, memberId)
    if (accountState === 'inactive') throw notFound('connection')
    return { memberId, since: found.changedAt, isFormer: accountState !== 'active' }
  }

  return {
    /** @throws Failure 404 unless the viewer is one of the two, they are connected, and the other is active */
    async acceptedConnection(viewerId: string, connectionId: string) {
      const { memberId, isFormer } = await visibleConnection(viewerId, connectionId)
      if (isFormer) throw notFound('connection')
      return { memberId }
    },

    async details(viewer: Actor, connectionId: string): Promise<ConnectionDetails> {
      const { memberId, since, isFormer } = await visibleConnection(viewer.id, connectionId)
      const [member, events, meetings, views] = await Promise.all([
        isFormer ? formerMember(memberId) : profile(viewer, memberId),
        eventsTogether(viewer.id, memberId),
        meetingsTogether(viewer.id, memberId),
        store.views(),
      ])
      const mutual = mutualConnections(views, viewer.id, memberId, MAX_MUTUAL_SHOWN)
      return { id: connectionId, member, since, events, meetings, mutual }
    },
  }
}

const formerMember = (id: string): MemberProfile => ({ id, displayName: FORMER_MEMBER, former: true })
