import { type ErrorGroup, type ErrorRegister, REGISTER } from './collection.ts'
import { networksOf, type People } from './group.ts'

const MAX_RELEASES = { served: 100, all: 100, fromVisitors: 10 }
/** Daily limits for new entries. A release is a browser's claim; visitors must not use up the limits of members. */
const DAILY = {
  releases: { members: 20, visitors: 5 },
  groups: 200,
  /** Limits of one member, of one network, and of everyone without a session together. */
  groupsOf: { member: 20, network: 10, visitors: 50 },
}
const NETWORK = 'network:'
const NUMBERS = /^v?(\d{1,9}(?:\.\d{1,9}){1,3})$/

interface Release {
  release: string
  build: string
  /** Set when a member's session reported it. */
  byMember?: true
}

type Resolved = Pick<NonNullable<ErrorGroup['resolved']>, 'release' | 'number' | 'latest'>

const emptyRegister = (day: string): ErrorRegister => ({
  id: REGISTER,
  releases: [],
  day,
  newReleases: 0,
  newGroups: [],
})

/** Decides which entries are new, within the limits of a day. `current` must be stored when `changed`. */
export function openRegister(stored: ErrorRegister | undefined, now: number) {
  const day = new Date(now).toISOString().slice(0, 10)
  const register = stored ?? emptyRegister(day)
  let current: ErrorRegister =
    register.day === day
      ? register
      : { ...register, day, newReleases: 0, newReleasesFromVisitors: 0, newGroups: [] }
  let changed = current !== stored

  const change = (changes: Partial<ErrorRegister>) => {
    current = { ...current, ...changes }
    changed = true
  }
  const known = ({ release, build }: Release) =>
    current.releases.find((each) => each.release === release && each.build === build)
  const servedNumber = (release: string) => current.served?.find((each) => each.release === release)?.number

  return {
    get current() {
      return current
    },
    get changed() {
      return changed
    },
    /** The highest number of a release so far. */
    get latest() {
      return Math.max(current.releases.at(-1)?.number ?? 0, current.served?.at(-1)?.number ?? 0)
    },

    /** Records that a server runs it. @returns its number */
    addServed(release: string): number {
      const before = servedNumber(release)
      if (before !== undefined) return before
      const number = this.latest + 1
      change({ served: [...(current.served ?? []), { release, number }].slice(-MAX_RELEASES.served) })
      return number
    },

    /** Records that a browser claims to run it. */
    addRelease({ release, build, byMember }: Release) {
      const by = byMember ? 'members' : 'visitors'
      const { releases, newReleases, newReleasesFromVisitors = 0 } = current
      const before = known({ release, build })
      if (before && (by === 'visitors' || !before.fromVisitors)) return
      const number = before?.number ?? this.latest + 1
      const others = releases.filter((each) => each !== before)
      if (by === 'visitors' && newReleasesFromVisitors < DAILY.releases.visitors) {
        const releasesNow = kept([...others, { release, build, number, fromVisitors: true }])
        change({ releases: releasesNow, newReleasesFromVisitors: newReleasesFromVisitors + 1 })
      }
      if (by === 'members' && newReleases < DAILY.releases.members)
        change({ releases: kept([...others, { release, build, number }]), newReleases: newReleases + 1 })
    },

    /** Whether one of these people may still create a new group today. */
    allowsGroup(people: People): boolean {
      const { newGroups } = current
      const countOf = (person: string) => newGroups.find((each) => each.person === person)?.count ?? 0
      const countIf = (isTheirs: (person: string) => boolean) =>
        newGroups.reduce((all, { person, count }) => all + (isTheirs(person) ? count : 0), 0)
      if (countIf(() => true) >= DAILY.groups) return false
      const { member, network, visitors } = DAILY.groupsOf
      const by =
        people.members.find((person) => countOf(person) < member) ??
        (countIf((person) => person.startsWith(NETWORK)) < visitors
          ? networksOf(people)
              .map((each) => `${NETWORK}${each}`)
              .find((each) => countOf(each) < network)
          : undefined)
      if (by === undefined) return false
      change({
        newGroups: [
          ...newGroups.filter(({ person }) => person !== by),
          { person: by, count: countOf(by) + 1 },
        ],
      })
      return true
    },

    /**
     * Compares versions (1.10.0 is newer than 1.9.2); if these don't decide, compares when servers first ran them.
     * Visitors cannot invent newer releases: theirs count only if servers first ran them after the group was
     * resolved.
     */
    isNewer({ release, byMember }: Omit<Release, 'build'>, than: Resolved): boolean {
      if (release === than.release) return false
      const number = servedNumber(release) ?? 0
      const order = compareVersions(release, than.release) ?? number - than.number
      return order > 0 && (byMember === true || number > (than.latest ?? than.number))
    },
  }
}
export type OpenRegister = ReturnType<typeof openRegister>

/** The latest ones, few of which are from visitors. */
function kept(releases: ErrorRegister['releases']): ErrorRegister['releases'] {
  const fromVisitors = releases.filter((each) => each.fromVisitors).slice(-MAX_RELEASES.fromVisitors)
  return releases
    .filter((each) => !each.fromVisitors || fromVisitors.includes(each))
    .toSorted((a, b) => a.number - b.number)
    .slice(-MAX_RELEASES.all)
}

/** Undefined when one does not consist of numbers. */
function compareVersions(one: string, other: string): number | undefined {
  const [ones, others] = [one, other].map((text) => NUMBERS.exec(text)?.[1]?.split('.').map(Number))
  if (!ones || !others) return undefined
  for (let at = 0; at < Math.max(ones.length, others.length); at++) {
    const difference = (ones[at] ?? 0) - (others[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
