import { can } from '#shared/people/roles.ts'
import {
  type MemberCard,
  type MemberProfile,
  type OwnProfile,
  OwnProfileSchema,
} from '#shared/people/members.ts'
import type { Viewer, Visibility } from '#shared/people/profile.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Community } from '#server/modules/community/module.ts'
import { createContributions } from '#server/lib/contributions.ts'
import type {
  AccountStateLookup,
  RelationshipKind,
  RelationshipKinds,
} from '#server/modules/people/relationships/types.ts'
import type { FeedListener, Reader, Store, Transaction } from '#server/store/port.ts'

import { accountStateOf } from './account-state.ts'
import { type MemberDocument, members } from './collection.ts'
import type { MemberEvents } from './events.ts'
import { createMemberModeration } from './moderation.ts'
import { newcomer } from './newcomer.ts'
import {
  accountStateById,
  activeIds,
  adminIds,
  idOfAddress,
  joinedAtOf,
  namesForAdmins,
  memberCards,
  nameOf,
  roleOf,
  visibleCards,
} from './queries.ts'
import type { Member } from './types.ts'
import { type ProfileViewer, isListed, VISIBLE_TO, visibleProfile } from './visibility.ts'
import { changeChapters, loadMember, type MemberWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  community: Community
  relationships: RelationshipKinds
  writer: MemberWriter
  events: MemberEvents
}

export type MemberService = ReturnType<typeof createMemberService>

/**
 * Members as others see them, in the order of `ids`, and who becomes one. Cards come from the views; profiles from
 * documents, at most 500.
 */
export function createMemberService({ store, clock, community, relationships, writer, events }: Deps) {
  const { blocksBetween, relationshipKindOf, relationshipKindsOf } = relationships
  /** Additions of later modules to a profile, for viewers with these visibilities. */
  const additions = createContributions<
    [memberId: string, visible: ReadonlySet<Visibility>],
    Partial<MemberProfile>
  >()

  /** Excludes ids that were never a member's. */
  const load = async (ids: readonly string[]) =>
    ids.length > 0 ? (await store.getMany(members, ids)).filter((member) => member !== undefined) : []

  async function wholeProfile(member: MemberDocument, viewer: ProfileViewer): Promise<MemberProfile> {
    const added = await additions.collect(member.id, VISIBLE_TO[viewer])
    return Object.assign(visibleProfile(member, viewer, clock()), ...added) as MemberProfile
  }

  async function profileViewer(viewerId: string, memberId: string, kind: RelationshipKind) {
    if (viewerId === memberId) return 'owner'
    if (kind !== 'hidden') return kind
    const { byViewer, ofViewer } = await blocksBetween(store, viewerId, memberId)
    // A blocker can open the profile, to unblock. Blocking back opens nothing.
    return byViewer && !ofViewer ? 'member' : 'hidden'
  }

  async function profile(viewer: Actor, id: string): Promise<MemberProfile> {
    const [member, kind] = await Promise.all([store.get(members, id), relationshipKindOf(viewer.id, id)])
    if (member?.status !== 'active') throw notFound('member')
    const seenBy = await profileViewer(viewer.id, id, kind)
    if (seenBy === 'hidden') throw notFound('member')
    return wholeProfile(member, seenBy)
  }

  return {
    /** Returns the stored member, or undefined for a person who was never a member. */
    find: (id: string): Promise<Member | undefined> => store.get(members, id),

    ownProfile: async ({ id }: Pick<Actor, 'id'>): Promise<OwnProfile> => loadMember(store, id),

    profile,
    contributeToProfiles: additions.contribute,

    /** Whether search engines may index the profile's page. Never while a deletion is scheduled. */
    async allowsSearchEngines(id: string): Promise<boolean> {
      const { searchEngines } = (await community.settings.current('profiles')).value
      const member = searchEngines ? await store.get(members, id) : undefined
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

    /** Excludes members hidden from the viewer. Former members are included, without a name. */
    cards: async (viewerId: string, ids: readonly string[]): Promise<MemberCard[]> =>
      visibleCards(await store.views(), viewerId, ids),

    /** The profile as visitors see it; undefined unless the member is active without a scheduled deletion. */
    async publicProfile(id: string): Promise<MemberProfile | undefined> {
      const member = await store.get(members, id)
      if (!member || !isListed({ ...member, directoryHidden: false })) return undefined
      return visibleProfile(member, 'visitor', clock())
    },

    /**
     * Cards with names only, for lists of the viewer's own actions. The same for everyone, so that no block is
     * revealed.
     */
    names: async (ids: readonly string[]): Promise<MemberCard[]> =>
      memberCards(await store.views(), ids).map(({ id, displayName, former }) => ({
        id,
        displayName,
        former: former || undefined,
      })),

    /**
     * Zones of active members. `visible`: whether the viewer may see the zone; the others are only for calculations.
     */
    async timeZones(viewerId: string, ids: readonly string[]) {
      const now = clock()
      const [found, kinds] = await Promise.all([load(ids), relationshipKindsOf(viewerId, ids)])
      return found.flatMap((member) => {
        if (member.status !== 'active') return []
        const kind = kinds.get(member.id) ?? 'hidden'
        const seenBy = member.id === viewerId ? 'owner' : kind
        const visible = seenBy !== 'hidden' && 'timeZone' in visibleProfile(member, seenBy, now)
        const { id: memberId, timeZone } = member
        return [{ memberId, timeZone, connected: kind === 'connection', visible }]
      })
    },

    /** Zones of active members, by id. Only for calculations. */
    async timeZonesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const active = (await load(ids)).filter(({ status }) => status === 'active')
      return new Map(active.map(({ id, timeZone }) => [id, timeZone]))
    },

    accountStateOf,

    /** Empty if it is unknown. */
    industryOf: async (reader: Pick<Reader, 'get'>, id: string) =>
      (await reader.get(members, id))?.industry ?? '',

    async accountStates(): Promise<AccountStateLookup> {
      const views = await store.views()
      return (id) => accountStateById(views, id)
    },

    /** Undefined for former members. */
    nameOf: async (id: string) => nameOf(await store.views(), id),

    roleOf: async (id: string) => roleOf(await store.views(), id),

    /** ISO instant. */
    joinedAtOf: async (id: string) => joinedAtOf(await store.views(), id),

    /** Id of the member with the address, in lower case; undefined after the account was deleted. */
    idOfAddress: async (email: string) => idOfAddress(await store.views(), email),

    /** Ids of all active members. */
    activeIds: async () => activeIds(await store.views()),

    /** Ids of active admins. */
    adminIds: async () => adminIds(await store.views()),

    /** Whether the member is active and can organise events. */
    async canOrganise(reader: Pick<Reader, 'get'>, id: string) {
      const member = await reader.get(members, id)
      return member?.status === 'active' && can(member.role, 'organise')
    },

    isActive: async (id: string) => (await accountStateOf(store, id)) === 'active',

    /** Names by id; the email if the name is not set. */
    namesForAdmins: async (ids: readonly string[]) => namesForAdmins(await store.views(), ids),

    moderation: createMemberModeration({ store, clock, relationships, profile, writer }),
    moveIndustry: writer.moveIndustry,
    changeChapters,

    onAccountChanged: events.accountChanged.subscribe,
    onTimeZoneChanged: events.timeZoneChanged.subscribe,
    onIndustryChanged: events.industryChanged.subscribe,
    onMembershipChanged: events.membershipChanged.subscribe,

    /**
     * Writes a member. A new one starts as a newcomer with this visibility. An update that changes nothing writes
     * nothing.
     */
    admit: (
      id: string,
      visibility: Member['visibility'],
      update: (before: Member, tx: Transaction) => Promise<Member>,
    ): Promise<Member> =>
      writer.write(id, update, () => ({ ...newcomer(id, isoInstant(clock())), visibility })),

    /** Must be called after `admit` has decided about a membership. */
    membershipDecided: events.membershipChanged.emit,

    /** Follows later changes by every replica. */
    openFeed: (listener: FeedListener<MemberDocument>) => store.openFeed(members, listener, { from: 'now' }),

    exportOf: (id: string): Promise<OwnProfile> => loadMember(store, id),
  }
}

export const profileAccountData = (service: MemberService) =>
  exported(
    { name: 'profile', collections: [members], schema: OwnProfileSchema },
    { exportOf: service.exportOf, forget: 'The first step of a deletion anonymises it.' },
  )
