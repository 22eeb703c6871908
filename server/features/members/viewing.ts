import type { MemberCard, MemberProfile } from '#shared/members.ts'
import { FORMER_MEMBER, type Viewer } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type {
  RelationshipKind,
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
  relationshipKindsOf: RelationshipKindsOf
  /** Whether the viewer is the one who blocked the member. */
  hasBlocked: (viewerId: string, memberId: string) => Promise<boolean>
}

export const accountStateOf: AccountStateOf = async (reader, id) => {
  const member = await reader.get(members, id)
  return member ? accountStateIn(member) : 'deleted'
}

/** Members as others see them. */
export function createViewing({ store, clock, relationshipKindsOf, hasBlocked }: Deps) {
  /** Those of them who are or were there, in the order of `ids`, at most 500. */
  const known = async (ids: readonly string[]) =>
    ids.length > 0 ? (await store.getMany(members, ids)).filter((member) => member !== undefined) : []

  async function knownTo(viewerId: string, ids: readonly string[]) {
    const [found, closest] = await Promise.all([known(ids), relationshipKindsOf(viewerId, ids)])
    return found.map((member) => ({ member, close: closest.get(member.id) ?? 'hidden' }))
  }

  async function relationTo(viewerId: string, memberId: string, close: RelationshipKind) {
    if (viewerId === memberId) return 'owner'
    if (close !== 'hidden') return close
    const [byViewer, ofViewer] = await Promise.all([
      hasBlocked(viewerId, memberId),
      hasBlocked(memberId, viewerId),
    ])
    // Who blocked someone must find them again, to change their mind; nobody opens a profile by blocking back.
    return byViewer && !ofViewer ? 'member' : 'hidden'
  }

  return {
    async profile(viewer: Actor, id: string): Promise<MemberProfile> {
      const [found] = await knownTo(viewer.id, [id])
      if (found?.member.status !== 'active') throw notFound('member')
      const relation = await relationTo(viewer.id, id, found.close)
      if (relation === 'hidden') throw notFound('member')
      return visibleProfile(found.member, relation, clock())
    },

    /** Of these members, those whose profile the viewer may open; at most 500. */
    async openProfileIds(viewerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await knownTo(viewerId, ids)
      const open = found.map(async ({ member: { id, status }, close }) =>
        status === 'active' && (await relationTo(viewerId, id, close)) !== 'hidden' ? [id] : [],
      )
      return new Set((await Promise.all(open)).flat())
    },

    /** Whether strangers may find the profile's address; never while the account is on its way out. */
    async allowsSearchEngines(id: string): Promise<boolean> {
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
      const now = clock()
      const found = await knownTo(viewerId, ids)
      return found.flatMap(({ member, close }) => cardOf(member, viewerId, close, now) ?? [])
    },

    /** Who of them is to be found, as the viewer may see them; the viewer as other members do. At most 500. */
    async listedProfiles(viewerId: string, ids: readonly string[]): Promise<MemberProfile[]> {
      const now = clock()
      const found = await knownTo(viewerId, ids)
      return found.flatMap(({ member, close }) =>
        close !== 'hidden' && isListed(member) ? visibleProfile(member, close, now) : [],
      )
    },

    /** Names alone, for lists of the viewer's own acts: whether someone blocked them must not show there. */
    async names(ids: readonly string[]): Promise<MemberCard[]> {
      const found = await known(ids)
      return found.map((member) => ({
        id: member.id,
        displayName: member.status === 'former' ? FORMER_MEMBER : visibleName(member),
      }))
    },

    accountStateOf,

    isActive: async (id: string) => (await accountStateOf(store, id)) === 'active',

    /**
     * Of all that are known, whatever they are to one another, as any member may see them: whoever organises an event
     * runs its door for everyone. At most 500.
     */
    async cardsForOrganisers(ids: readonly string[]): Promise<MemberCard[]> {
      const now = clock()
      return (await known(ids)).map((member) => checkInCode(member, now))
    },

    /** What to call each of them, for admins: those who have not said their name yet, by their address. */
    async namesForAdmins(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      return new Map((await known(ids)).map((member) => [member.id, nameForAdmins(member)]))
    },
  }
}

function cardOf(
  member: MemberDocument,
  viewerId: string,
  relationshipKindsOf: RelationshipKind,
  now: number,
) {
  if (member.status === 'former') return { id: member.id, displayName: FORMER_MEMBER }
  if (member.status !== 'active') return undefined
  if (member.id === viewerId) return visibleCard(member, 'owner', now)
  return relationshipKindsOf === 'hidden' ? undefined : visibleCard(member, relationshipKindsOf, now)
}

const checkInCode = (member: MemberDocument, now: number) =>
  member.status === 'former'
    ? { id: member.id, displayName: FORMER_MEMBER }
    : visibleCard(member, 'member', now)

const nameForAdmins = ({ status, displayName, email }: MemberDocument) =>
  status === 'former' ? FORMER_MEMBER : displayName || email
