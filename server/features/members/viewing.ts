import type { MemberCard, MemberProfile } from '#shared/members.ts'
import { FORMER_MEMBER, type Viewer } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type {
  RelationshipKind,
  RelationshipKindOf,
  RelationshipKindsOf,
  AccountStateOf,
} from '#server/features/connections/types.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { isListed, accountStateIn, visibleCard, visibleName, visibleProfile } from './visibility.ts'
import { loadMember } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  relationshipKindOf: RelationshipKindOf
  relationshipKindsOf: RelationshipKindsOf
  hasBlocked: (blockerId: string, memberId: string) => Promise<boolean>
}

export const accountStateOf: AccountStateOf = async (reader, id) => {
  const member = await reader.get(members, id)
  return member ? accountStateIn(member) : 'unknown'
}

/** Members as others see them. Every method takes at most 500 ids and returns members in the order of `ids`. */
export function createViewing({ store, clock, relationshipKindOf, relationshipKindsOf, hasBlocked }: Deps) {
  /** Without ids that never were a member's. */
  const load = async (ids: readonly string[]) =>
    ids.length > 0 ? (await store.getMany(members, ids)).filter((member) => member !== undefined) : []

  async function loadFor(viewerId: string, ids: readonly string[]) {
    const [found, kinds] = await Promise.all([load(ids), relationshipKindsOf(viewerId, ids)])
    return found.map((member) => ({ member, kind: kinds.get(member.id) ?? 'hidden' }))
  }

  async function profileAudience(viewerId: string, memberId: string, kind: RelationshipKind) {
    if (viewerId === memberId) return 'owner'
    if (kind !== 'hidden') return kind
    const [byViewer, ofViewer] = await Promise.all([
      hasBlocked(viewerId, memberId),
      hasBlocked(memberId, viewerId),
    ])
    // A blocker can open the profile, to unblock. Blocking back opens nothing.
    return byViewer && !ofViewer ? 'member' : 'hidden'
  }

  return {
    async profile(viewer: Actor, id: string): Promise<MemberProfile> {
      const [member, kind] = await Promise.all([store.get(members, id), relationshipKindOf(viewer.id, id)])
      if (member?.status !== 'active') throw notFound('member')
      const audience = await profileAudience(viewer.id, id, kind)
      if (audience === 'hidden') throw notFound('member')
      return visibleProfile(member, audience, clock())
    },

    /** Of these ids, those whose profile the viewer can open. */
    async openProfileIds(viewerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await loadFor(viewerId, ids)
      const open = found.map(async ({ member: { id, status }, kind }) =>
        status === 'active' && (await profileAudience(viewerId, id, kind)) !== 'hidden' ? [id] : [],
      )
      return new Set((await Promise.all(open)).flat())
    },

    /** Whether search engines may index the profile's page. Never while a deletion is scheduled. */
    async allowsSearchEngines(id: string): Promise<boolean> {
      const member = await store.get(members, id)
      return member?.status === 'active' && member.searchEngines && !member.deletionDueAt
    },

    /** A preview of the member's own profile. */
    viewAs: async ({ id }: Actor, viewer: Viewer): Promise<MemberProfile> =>
      visibleProfile(await loadMember(store, id), viewer, clock()),

    /** Without members hidden from the viewer. Former members are included, without a name. */
    async cards(viewerId: string, ids: readonly string[]): Promise<MemberCard[]> {
      const now = clock()
      const found = await loadFor(viewerId, ids)
      return found.flatMap(({ member, kind }) => cardOf(member, viewerId, kind, now) ?? [])
    },

    /** Profiles of those in the directory that the viewer can see, their own included. */
    async listedProfiles(viewerId: string, ids: readonly string[]): Promise<MemberProfile[]> {
      const now = clock()
      const found = await loadFor(viewerId, ids)
      return found.flatMap(({ member, kind }) =>
        kind !== 'hidden' && isListed(member) ? visibleProfile(member, kind, now) : [],
      )
    },

    /** Cards with names only, for lists of what the viewer did. The same for everyone, so that no block shows. */
    async names(ids: readonly string[]): Promise<MemberCard[]> {
      const found = await load(ids)
      return found.map((member) =>
        member.status === 'former' ? formerCard(member) : { id: member.id, displayName: visibleName(member) },
      )
    },

    /** Of active members. `visible`: whether the viewer may see the zone; the others are for calculating only. */
    async timeZones(viewerId: string, ids: readonly string[]) {
      const now = clock()
      const found = await loadFor(viewerId, ids)
      return found.flatMap(({ member, kind }) => {
        if (member.status !== 'active') return []
        const audience = member.id === viewerId ? 'owner' : kind
        const visible = audience !== 'hidden' && 'timeZone' in visibleProfile(member, audience, now)
        const { id: memberId, timeZone } = member
        return [{ memberId, timeZone, connected: kind === 'connection', visible }]
      })
    },

    accountStateOf,

    isActive: async (id: string) => (await accountStateOf(store, id)) === 'active',

    /** As any member sees them, blocked or not: an organiser checks in everyone. */
    async cardsForOrganisers(ids: readonly string[]): Promise<MemberCard[]> {
      const now = clock()
      return (await load(ids)).map((member) =>
        member.status === 'former' ? formerCard(member) : visibleCard(member, 'member', now),
      )
    },

    /** Names by id; the email where the name is not set. */
    async namesForAdmins(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      return new Map((await load(ids)).map((member) => [member.id, nameForAdmins(member)]))
    },
  }
}

function cardOf(member: MemberDocument, viewerId: string, kind: RelationshipKind, now: number) {
  if (member.status === 'former') return formerCard(member)
  if (member.status !== 'active') return undefined
  if (member.id === viewerId) return visibleCard(member, 'owner', now)
  return kind === 'hidden' ? undefined : visibleCard(member, kind, now)
}

const formerCard = ({ id }: MemberDocument): MemberCard => ({ id, displayName: FORMER_MEMBER, former: true })

const nameForAdmins = ({ status, displayName, email }: MemberDocument) =>
  status === 'former' ? FORMER_MEMBER : displayName || email
