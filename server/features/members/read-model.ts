import type { MemberProfile } from '#shared/members.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { AccountState, AccountStates } from '#server/features/connections/types.ts'
import {
  createInterning,
  type Intern,
  type PackedTexts,
  packTexts,
  unpackTexts,
} from '#server/lib/packed-texts.ts'
import { createSearchIndex, type Entry } from '#server/search/index.ts'
import type { Words } from '#server/search/vocabulary.ts'
import type { FeedState, Store } from '#server/store/port.ts'

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

/** A part of the state of the feed. */
interface Saved {
  save(): unknown
  /** With what `save` has returned. Before anything else. */
  load(saved: unknown, intern: Intern): void
}

interface Kept<T> extends Saved {
  put(about: T): void
  remove(id: string): void
}

type ProfileIndex = Kept<MemberProfile>
/** Told about every member, whatever their status. */
type MemberList = Kept<MemberDocument>

interface Deps<Topics extends ProfileIndex, List extends MemberList> {
  store: Pick<Store, 'openFeed'>
  clock: Clock
  /** For the directory. */
  words?: Words
  /** What the directory finds a profile by. */
  directoryEntryOf: (profile: MemberProfile) => Entry
  /** What introductions compare. */
  topics: Topics
  /** What admins search. */
  everyone: List
  /** Told about everyone in the directory, as visitors see them. */
  publicProfiles: ProfileIndex
  /** Called with each member after each change, and when the collection is read. */
  onMember: (member: Pick<MemberDocument, 'id' | 'role' | 'status' | 'onboardedAt'>) => void
}

interface SavedTexts {
  ids: PackedTexts
  texts: PackedTexts
}

const savedTexts = (map: Map<string, string>): Saved => ({
  save: (): SavedTexts => ({ ids: packTexts([...map.keys()]), texts: packTexts([...map.values()]) }),
  load(saved, intern) {
    const { ids, texts } = saved as SavedTexts
    const loaded = unpackTexts(texts)
    for (const [at, id] of unpackTexts(ids).entries()) map.set(intern(id), loaded[at]!)
  },
})

/** To be raised with every change of what is made of a member's document. A test says when. */
const STATE_VERSION = '1'
/** Members. Fewer are read within a fraction of a second, and need no second copy of their names. */
const LEAST_STORED = 5_000

/** Members in memory, for lists of them. */
export interface MemberLookup {
  accountStateOf(id: string): AccountState
  /** Undefined for former members, and for ids that never were a member's. */
  cardSourceOf(id: string): CardSource | undefined
  /** Whether admins have hidden the member's present photo. */
  isPhotoHidden(id: string): boolean
  /** Another number after each change of a member: what is made of cards and kept is compared by it. */
  changes(): number
}

/**
 * Everyone in memory: names, cards, account states, and what all members may see of those who are listed. The
 * collection is read once for all features that search it.
 */
export function createMemberReadModel<Topics extends ProfileIndex, List extends MemberList>({
  store,
  clock,
  words,
  directoryEntryOf,
  topics,
  everyone,
  publicProfiles,
  onMember,
}: Deps<Topics, List>) {
  const directory = createSearchIndex(words)
  const names = new Map<string, string>()
  /** Absent of those whose card has nothing but a name. */
  const cards = new Map<string, string>()
  const inactive = new Set<string>()
  /** The few of whom admins have hidden something. */
  const moderated = new Map<string, Pick<MemberDocument, 'displayName' | 'hidden' | 'photo'>>()

  let changes = 0

  function unlist(id: string) {
    directory.remove(id)
    topics.remove(id)
    publicProfiles.remove(id)
  }

  function remove(id: string) {
    changes += 1
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
    changes: () => changes,
  }

  /** In the order in which they are saved. */
  const parts: readonly Saved[] = [
    savedTexts(names),
    savedTexts(cards),
    {
      save: () => moderated,
      load: (saved) => (saved as typeof moderated).forEach((value, id) => moderated.set(id, value)),
    },
    { save: () => inactive, load: (saved) => (saved as typeof inactive).forEach((id) => inactive.add(id)) },
    directory,
    topics,
    everyone,
    publicProfiles,
  ]
  let intern: Intern | undefined

  const state: FeedState = {
    version: STATE_VERSION,
    isLarge: () => names.size >= LEAST_STORED,
    // Each when it is asked for: together they would block for longer.
    save: () => Iterator.from(parts).map((part) => part.save()),
    load(saved, at) {
      intern ??= createInterning()
      parts[at]!.load(saved, intern)
      if (at === parts.length - 1) intern = undefined
      changes += 1
    },
  }

  const { sync } = store.openFeed(
    members,
    {
      put(member) {
        const { id, status } = member
        changes += 1
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
    },
    { state },
  )
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
