import type { MemberCard, MemberProfile } from '#shared/members.ts'
import { FORMER_MEMBER, type Viewer } from '#shared/profile.ts'
import type { Actor } from '#server/lib/actor.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Closeness, ClosenessOf } from '#server/lib/ties.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { visibleCard, visibleProfile } from './visibility.ts'
import { loadMember } from './writing.ts'

interface Deps {
  store: Store
  clock: Clock
  closeness: ClosenessOf
  /** Whether the viewer is the one who blocked the member. */
  blockedBy: (viewerId: string, memberId: string) => Promise<boolean>
}

/** Members as others see them. */
export function createViewing({ store, clock, closeness, blockedBy }: Deps) {
  async function relationTo(viewerId: string, memberId: string) {
    if (viewerId === memberId) return 'owner'
    return relationOf(await closeness(viewerId, [memberId]), viewerId, memberId)
  }

  async function relationOf(closest: ReadonlyMap<string, Closeness>, viewerId: string, memberId: string) {
    const close = closest.get(memberId) ?? 'hidden'
    if (close !== 'hidden') return close
    const [byViewer, ofViewer] = await Promise.all([
      blockedBy(viewerId, memberId),
      blockedBy(memberId, viewerId),
    ])
    // Who blocked someone must find them again, to change their mind; nobody opens a profile by blocking back.
    return byViewer && !ofViewer ? 'member' : close
  }

  return {
    async profile(viewer: Actor, id: string): Promise<MemberProfile> {
      const member = await store.get(members, id)
      if (member?.status !== 'active') throw notFound('member')
      const relation = await relationTo(viewer.id, id)
      if (relation === 'hidden') throw notFound('member')
      return visibleProfile(member, relation, clock())
    },

    /** Of these members, those whose profile the viewer may open; at most 500. */
    async profilesOpenTo(viewerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const [found, closest] = await Promise.all([store.getMany(members, ids), closeness(viewerId, ids)])
      const open = found.map(async (member) => {
        if (member?.status !== 'active') return []
        const isOpen = member.id === viewerId || (await relationOf(closest, viewerId, member.id)) !== 'hidden'
        return isOpen ? [member.id] : []
      })
      return new Set((await Promise.all(open)).flat())
    },

    /** Whether strangers may find the profile's address; never while the account is on its way out. */
    async letsSearchEnginesIn(id: string): Promise<boolean> {
      const member = await store.get(members, id)
      return member?.status === 'active' && member.searchEngines && !member.deletionDueAt
    },

    /** The own profile through somebody else's eyes. */
    viewAs: async ({ id }: Actor, viewer: Viewer): Promise<MemberProfile> =>
      visibleProfile(await loadMember(store, id), viewer, clock()),

    /**
     * In the order of `ids`, at most 500, without those who are not there for the viewer; those who deleted their
     * account are there without a name.
     */
    async cards(viewerId: string, ids: readonly string[]): Promise<MemberCard[]> {
      if (ids.length === 0) return []
      const [found, close] = await Promise.all([store.getMany(members, ids), closeness(viewerId, ids)])
      const now = clock()
      return found.flatMap((member) => {
        const card = member && cardOf(member, viewerId, close.get(member.id) ?? 'hidden', now)
        return card ? [card] : []
      })
    },

    /** Names alone, for lists of the viewer's own acts: whether someone blocked them must not show there. */
    async names(ids: readonly string[]): Promise<MemberCard[]> {
      const found = ids.length > 0 ? await store.getMany(members, ids) : []
      const now = clock()
      return found.flatMap((member) => {
        const former = member?.status === 'former' && FORMER_MEMBER
        return member
          ? [{ id: member.id, displayName: former || visibleCard(member, 'visitor', now).displayName }]
          : []
      })
    },

    isActive: async (id: string) => (await store.get(members, id))?.status === 'active',

    /**
     * Of all that are known, whatever they are to one another, as any member may see them: whoever organises an event
     * runs its door for everyone. At most 500.
     */
    async everyonesCards(ids: readonly string[]): Promise<MemberCard[]> {
      const found = ids.length > 0 ? await store.getMany(members, ids) : []
      return found.flatMap((member) => (member ? [cardForTheDoor(member, clock())] : []))
    },

    /** What to call each of them, for admins: those who have not said their name yet, by their address. */
    async namesOf(ids: readonly string[]) {
      const found = await store.getMany(members, ids)
      return new Map(found.flatMap((member) => (member ? [[member.id, nameForAdmins(member)] as const] : [])))
    },
  }
}

function cardOf(member: MemberDocument, viewerId: string, closeness: Closeness, now: number) {
  if (member.status === 'former') return { id: member.id, displayName: FORMER_MEMBER }
  if (member.status !== 'active') return undefined
  if (member.id === viewerId) return visibleCard(member, 'owner', now)
  return closeness === 'hidden' ? undefined : visibleCard(member, closeness, now)
}

const cardForTheDoor = (member: MemberDocument, now: number) =>
  member.status === 'former'
    ? { id: member.id, displayName: FORMER_MEMBER }
    : visibleCard(member, 'member', now)

const nameForAdmins = ({ status, displayName, email }: MemberDocument) =>
  status === 'former' ? FORMER_MEMBER : displayName || email
