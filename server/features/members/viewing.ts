import { can } from '#shared/roles.ts'
import type { MemberCard, MemberProfile } from '#shared/members.ts'
import type { TierStatement } from '#shared/prestige-tier.ts'
import type { Viewer, Visibility } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type {
  RelationshipKind,
  RelationshipKindOf,
  RelationshipKindsOf,
  AccountStateLookup,
  AccountStateOf,
} from '#server/features/connections/types.ts'
import type { Reader, Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import {
  accountStateById,
  activeIds,
  adminIds,
  hasHiddenPhoto,
  idOfAddress,
  joinedAtOf,
  namesForAdmins,
  memberCards,
  memberCount,
  nameOf,
  roleOf,
  visibleCards,
} from './queries.ts'
import { accountStateIn, type Audience, isListed, VISIBLE_TO, visibleProfile } from './visibility.ts'
import { loadMember } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  relationshipKindOf: RelationshipKindOf
  relationshipKindsOf: RelationshipKindsOf
  hasBlocked: (blockerId: string, memberId: string) => Promise<boolean>
  prestigeOf: PrestigeOf
}

/** What a profile says of the member's prestige, and who can see it; undefined without a tier. */
export type PrestigeOf = (
  memberId: string,
) => Promise<{ visibility: Visibility; statement: TierStatement } | undefined>

const accountStateOf: AccountStateOf = async (reader, id) => {
  const member = await reader.get(members, id)
  return member ? accountStateIn(member) : 'unknown'
}

/**
 * Members as others see them, in the order of `ids`. Cards come from the views; profiles from documents, at most 500.
 */
export function createViewing(deps: Deps) {
  const { store, clock, relationshipKindOf, relationshipKindsOf, hasBlocked, prestigeOf } = deps

  /** Without ids that never were a member's. */
  const load = async (ids: readonly string[]) =>
    ids.length > 0 ? (await store.getMany(members, ids)).filter((member) => member !== undefined) : []

  async function wholeProfile(member: MemberDocument, audience: Audience): Promise<MemberProfile> {
    const prestige = await prestigeOf(member.id)
    return {
      ...visibleProfile(member, audience, clock()),
      ...(prestige && VISIBLE_TO[audience].has(prestige.visibility) && { prestige: prestige.statement }),
    }
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
      return wholeProfile(member, audience)
    },

    /** Whether search engines may index the profile's page. Never while a deletion is scheduled. */
    async allowsSearchEngines(id: string): Promise<boolean> {
      const member = await store.get(members, id)
      return (
        member?.status === 'active' &&
        member.searchEngines &&
        !member.deletionDueAt &&
        !member.hidden?.profile
      )
    },

    /** A preview of the member's own profile. */
    viewAs: async ({ id }: Actor, viewer: Viewer): Promise<MemberProfile> =>
      wholeProfile(await loadMember(store, id), viewer),

    /** Without members hidden from the viewer. Former members are included, without a name. */
    cards: async (viewerId: string, ids: readonly string[]): Promise<MemberCard[]> =>
      visibleCards(await store.views(), viewerId, ids),

    /** As visitors see it; undefined unless the member is active without a scheduled deletion. */
    async publicProfile(id: string): Promise<MemberProfile | undefined> {
      const member = await store.get(members, id)
      if (!member || !isListed({ ...member, directoryHidden: false })) return undefined
      return visibleProfile(member, 'visitor', clock())
    },

    /** Cards with names only, for lists of what the viewer did. The same for everyone, so that no block shows. */
    names: async (ids: readonly string[]): Promise<MemberCard[]> =>
      memberCards(await store.views(), ids).map(({ id, displayName, former }) => ({
        id,
        displayName,
        ...(former && { former }),
      })),

    /** Of active members. `visible`: whether the viewer may see the zone; the others are for calculating only. */
    async timeZones(viewerId: string, ids: readonly string[]) {
      const now = clock()
      const [found, kinds] = await Promise.all([load(ids), relationshipKindsOf(viewerId, ids)])
      return found.flatMap((member) => {
        if (member.status !== 'active') return []
        const kind = kinds.get(member.id) ?? 'hidden'
        const audience = member.id === viewerId ? 'owner' : kind
        const visible = audience !== 'hidden' && 'timeZone' in visibleProfile(member, audience, now)
        const { id: memberId, timeZone } = member
        return [{ memberId, timeZone, connected: kind === 'connection', visible }]
      })
    },

    /** Of active members, by id. For calculating only. */
    async timeZonesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const active = (await load(ids)).filter(({ status }) => status === 'active')
      return new Map(active.map(({ id, timeZone }) => [id, timeZone]))
    },

    accountStateOf,

    async accountStates(): Promise<AccountStateLookup> {
      const views = await store.views()
      return (id) => accountStateById(views, id)
    },

    /** Undefined for former members. */
    nameOf: async (id: string) => nameOf(await store.views(), id),

    /** Without former members. */
    count: async () => memberCount(await store.views()),

    roleOf: async (id: string) => roleOf(await store.views(), id),

    /** ISO instant. */
    joinedAtOf: async (id: string) => joinedAtOf(await store.views(), id),

    /** Id of the member with the address, in lower case; undefined after the account was deleted. */
    idOfAddress: async (email: string) => idOfAddress(await store.views(), email),

    /** Ids of everyone who is active. */
    activeIds: async () => activeIds(await store.views()),

    /** Ids of active admins. */
    adminIds: async () => adminIds(await store.views()),

    hasHiddenPhoto: async (id: string) => hasHiddenPhoto(await store.views(), id),

    /** Whether the member is active and can organise events. */
    async canOrganise(reader: Pick<Reader, 'get'>, id: string) {
      const member = await reader.get(members, id)
      return member?.status === 'active' && can(member.role, 'organise')
    },

    isActive: async (id: string) => (await accountStateOf(store, id)) === 'active',

    /** Names by id; the email where the name is not set. */
    namesForAdmins: async (ids: readonly string[]) => namesForAdmins(await store.views(), ids),
  }
}
