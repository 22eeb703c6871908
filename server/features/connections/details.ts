import type { ConnectionDetails } from '#shared/connections.ts'
import type { EventSummary } from '#shared/events.ts'
import type { MeetingTogether } from '#shared/meetings.ts'
import type { MemberCard, MemberProfile } from '#shared/members.ts'
import type { Actor } from '#server/features/session/types.ts'
import { notFound } from '#server/lib/failure.ts'
import type { AccountStateOf, AccountStates, HiddenFrom } from './types.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { otherOf } from './connection-state.ts'
import type { Cards } from './lists.ts'

interface Deps {
  store: Store
  cards: Cards
  accountStateOf: AccountStateOf
  accountStates: AccountStates
  hiddenFrom: HiddenFrom
  /** Cards with names only, for every viewer. */
  names: (memberIds: readonly string[]) => Promise<MemberCard[]>
  profile: (viewer: Actor, memberId: string) => Promise<MemberProfile>
  /** Events that both attended or are going to, latest first. */
  eventsTogether: (viewerId: string, memberId: string) => Promise<EventSummary[]>
  meetingsTogether: (viewerId: string, memberId: string) => Promise<MeetingTogether[]>
  connectedIds: (memberId: string) => Promise<readonly string[]>
}

const MAX_MUTUAL_SHOWN = 24

/** A connection as one of the two members sees it. */
export function createConnectionDetails(deps: Deps) {
  const { store, cards, names, accountStateOf, accountStates, hiddenFrom, profile } = deps
  const { eventsTogether, meetingsTogether, connectedIds } = deps

  async function mutual(viewerId: string, memberId: string) {
    const [own, theirs, hidden, stateOf] = await Promise.all([
      connectedIds(viewerId),
      connectedIds(memberId),
      hiddenFrom(viewerId),
      accountStates(),
    ])
    const shared = new Set(theirs).difference(hidden)
    const visible = own.filter((id) => shared.has(id) && stateOf(id) === 'active')
    return { items: await cards(viewerId, visible.slice(0, MAX_MUTUAL_SHOWN)), total: visible.length }
  }

  /** @throws Failure 404 unless the viewer is one of the two, and connected as far as the viewer sees */
  async function visibleConnection(viewerId: string, connectionId: string) {
    const found = await store.get(connections, connectionId)
    if (!found?.members.includes(viewerId) || found.state !== 'accepted') throw notFound('connection')
    const memberId = otherOf(found, viewerId)
    const accountState = await accountStateOf(store, memberId)
    if (accountState === 'inactive') throw notFound('connection')
    return { memberId, since: found.changedAt, isFormer: accountState !== 'active' }
  }

  async function formerMember(memberId: string): Promise<MemberProfile> {
    const [card] = await names([memberId])
    if (!card) throw notFound('connection')
    return card
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
      const [member, events, meetings, shared] = await Promise.all([
        isFormer ? formerMember(memberId) : profile(viewer, memberId),
        eventsTogether(viewer.id, memberId),
        meetingsTogether(viewer.id, memberId),
        mutual(viewer.id, memberId),
      ])
      return { id: connectionId, member, since, events, meetings, mutual: shared }
    },
  }
}
