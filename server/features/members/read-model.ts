import type { MemberProfile } from '#shared/members.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { AccountState, AccountStates } from '#server/features/connections/types.ts'
import { createSearchIndex, type Entry } from '#server/search/index.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { packCard, unpackCard } from './card-text.ts'
import {
  accountStateIn,
  type CardSource,
  isPhotoHidden,
  listedProfile,
  visibilityOf,
  visibleName,
  visibleProfile,
} from './visibility.ts'

interface ProfileIndex {
  put: (profile: MemberProfile) => void
  remove: (id: string) => void
}

/** Told about every member, whatever their status. */
interface MemberList {
  put: (member: MemberDocument) => void
  remove: (id: string) => void
}

interface Deps<Topics extends ProfileIndex, List extends MemberList> {
  store: Pick<Store, 'openFeed'>
  clock: Clock
  /** What the directory finds a profile by. */
  directoryEntryOf: (profile: MemberProfile) => Entry
  /** What introductions compare. */
  topics: Topics
  /** What admins search. */
  everyone: List
  /** Told about everyone in the directory, as visitors see them. */
  publicProfiles: ProfileIndex
  /** Called with each member when the collection is first read, and after each change. */
  onMember: (member: Pick<MemberDocument, 'id' | 'role' | 'status' | 'onboardedAt'>) => void
}

/** Members in memory, for lists of them. */
export interface MemberLookup {
  accountStateOf(id: string): AccountState
  /** Undefined for former members, and for ids that never were a member's. */
  cardSourceOf(id: string): CardSource | undefined
  /** Whether admins have hidden the member's present photo. */
  isPhotoHidden(id: string): boolean
}

/**
 * Everyone in memory: names, cards, account states, and what all members may see of those who are listed. The
 * collection is read once for all features that search it.
 */
export function createMemberReadModel<Topics extends ProfileIndex, List extends MemberList>({
  store,
  clock,
  directoryEntryOf,
  topics,
  everyone,
  publicProfiles,
  onMember,
}: Deps<Topics, List>) {
  const directory = createSearchIndex()
  const names = new Map<string, string>()
  /** Absent of those whose card has nothing but a name. */
  const cards = new Map<string, string>()
  const inactive = new Set<string>()
  /** The few of whom admins have hidden something. */
  const moderated = new Map<string, Pick<MemberDocument, 'displayName' | 'hidden' | 'photo'>>()

  function unlist(id: string) {
    directory.remove(id)
    topics.remove(id)
    publicProfiles.remove(id)
  }

  function remove(id: string) {
    everyone.remove(id)
    forgetCard(id)
    inactive.delete(id)
    unlist(id)
  }

  function forgetCard(id: string) {
    names.delete(id)
    cards.delete(id)
    moderated.delete(id)
  }

  function keepCard(member: MemberDocument) {
    const { id, displayName, hidden, photo, headline, company } = member
    names.set(id, visibleName(member))
    if (hidden) moderated.set(id, { displayName, hidden, photo })
    else moderated.delete(id)
    const text = packCard({ photo, headline, company, visibility: visibilityOf(member) })
    if (text) cards.set(id, text)
    else cards.delete(id)
  }

  function accountStateOf(id: string): AccountState {
    if (names.has(id)) return inactive.has(id) ? 'inactive' : 'active'
    return inactive.has(id) ? 'deleted' : 'unknown'
  }

  const lookup: MemberLookup = {
    accountStateOf,
    cardSourceOf(id) {
      const displayName = names.get(id)
      if (displayName === undefined) return undefined
      return { id, displayName, ...unpackCard(cards.get(id)), ...moderated.get(id) }
    },
    isPhotoHidden(id) {
      const member = moderated.get(id)
      return member !== undefined && isPhotoHidden(member)
    },
  }

  const { sync } = store.openFeed(members, {
    put(member) {
      const { id, status } = member
      onMember(member)
      everyone.put(member)
      if (status === 'former') forgetCard(id)
      else keepCard(member)
      if (accountStateIn(member) !== 'active') inactive.add(id)
      else inactive.delete(id)
      const profile = listedProfile(member, clock())
      if (!profile) return unlist(id)
      directory.put(directoryEntryOf(profile))
      topics.put(profile)
      publicProfiles.put(visibleProfile(member, 'visitor', clock()))
    },
    remove,
    reset: () => [...names.keys(), ...inactive].forEach(remove),
  })
  return {
    directory: () => sync().then(() => directory),
    topics: () => sync().then(() => topics),
    everyone: () => sync().then(() => everyone),
    /** Of the directory, by name. */
    listedIds: () => sync().then(() => directory.page({ limit: Infinity }).ids),
    /** Ids of those who are neither suspended nor waiting for approval. */
    activeIds: () => sync().then(() => names.keys().filter((id) => !inactive.has(id))),
    /** By id, without former members. */
    names: (): Promise<ReadonlyMap<string, string>> => sync().then(() => names),
    /** Suspended, not approved yet, or former. */
    inactive: (): Promise<ReadonlySet<string>> => sync().then(() => inactive),
    lookup: () => sync().then(() => lookup),
    accountStates: (): ReturnType<AccountStates> => sync().then(() => accountStateOf),
  }
}
