import * as m from '#shared/people/messages.ts'
import type { MemberProfile } from '#shared/people/members.ts'
import type { Actor } from '#server/modules/actor.ts'
import { notFound } from '#server/lib/failure.ts'
import { accountStateOf } from '#server/modules/people/members/account-state.ts'
import type { MemberService } from '#server/modules/people/members/service.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { otherOf } from './connection-state.ts'
import { mutualConnections } from './queries.ts'

interface Deps {
  store: Store
  members: MemberService
}

const MAX_MUTUAL_SHOWN = 24

/** A connection as one of the two members sees it. */
export function createConnectionDetails({ store, members }: Deps) {
  /** @throws Failure 404 unless the viewer is one of the two, and connected from the viewer's point of view */
  async function visibleConnection(viewerId: string, connectionId: string) {
    const found = await store.get(connections, connectionId)
    if (!found?.members.includes(viewerId) || found.state !== 'accepted') throw notFound('connection')
    const memberId = otherOf(found, viewerId)
    const accountState = await accountStateOf(store, memberId)
    if (accountState === 'inactive') throw notFound('connection')
    return { memberId, since: found.changedAt, isFormer: accountState !== 'active' }
  }

  return {
    visibleConnection,

    /** @throws Failure 404 unless the viewer is one of the two, they are connected, and the other is active */
    async acceptedConnection(viewerId: string, connectionId: string) {
      const { memberId, isFormer } = await visibleConnection(viewerId, connectionId)
      if (isFormer) throw notFound('connection')
      return { memberId }
    },

    /** The other of the two, and who else is connected with both. */
    async peopleOf(viewer: Actor, { memberId, isFormer }: { memberId: string; isFormer: boolean }) {
      const [member, views] = await Promise.all([
        isFormer ? formerMember(memberId) : members.profile(viewer, memberId),
        store.views(),
      ])
      return { member, mutual: mutualConnections(views, viewer.id, memberId, MAX_MUTUAL_SHOWN) }
    },
  }
}

const formerMember = (id: string): MemberProfile => ({ id, displayName: m.formerMember(), former: true })
