import { type ErrorRegister, REGISTER } from './collection.ts'

const MOST_RELEASES = 100
/** New ones of a day. A release is what a browser claims. */
const DAILY = {
  releases: 20,
  groups: 200,
  /** Of one member; and of everyone without a session together. */
  groupsOf: { member: 20, visitors: 50 },
}
const VISITORS = 'visitors'
const NUMBERS = /^v?(\d{1,9}(?:\.\d{1,9}){1,3})$/

export interface Release {
  release: string
  build: string
}

const emptyRegister = (day: string): ErrorRegister => ({
  id: REGISTER,
  releases: [],
  day,
  newReleases: 0,
  newGroups: [],
})

/** Decides what is new, within the limits of a day. `current` is to be stored when `changed`. */
export function openRegister(stored: ErrorRegister | undefined, now: number) {
  const day = new Date(now).toISOString().slice(0, 10)
  const register = stored ?? emptyRegister(day)
  let current: ErrorRegister =
    register.day === day ? register : { ...register, day, newReleases: 0, newGroups: [] }
  let changed = current !== stored

  const change = (changes: Partial<ErrorRegister>) => {
    current = { ...current, ...changes }
    changed = true
  }
  const numberOf = ({ release, build }: Release) =>
    current.releases.find((each) => each.release === release && each.build === build)?.number

  return {
    get current() {
      return current
    },
    get changed() {
      return changed
    },
    /** The highest number of a release so far. */
    get latest() {
      return current.releases.at(-1)?.number ?? 0
    },

    addRelease({ release, build }: Release) {
      if (numberOf({ release, build }) !== undefined || current.newReleases >= DAILY.releases) return
      const number = (current.releases.at(-1)?.number ?? 0) + 1
      change({
        releases: [...current.releases, { release, build, number }].slice(-MOST_RELEASES),
        newReleases: current.newReleases + 1,
      })
    },

    /** Whether one of these people may still bring a new group today. */
    allowsGroup({ members, visitors }: { members: readonly string[]; visitors: readonly string[] }): boolean {
      const { newGroups } = current
      const countOf = (person: string) => newGroups.find((each) => each.person === person)?.count ?? 0
      if (newGroups.reduce((all, { count }) => all + count, 0) >= DAILY.groups) return false
      const { member, visitors: together } = DAILY.groupsOf
      const by =
        members.find((person) => countOf(person) < member) ??
        (visitors.length > 0 && countOf(VISITORS) < together ? VISITORS : undefined)
      if (by === undefined) return false
      change({
        newGroups: [
          ...newGroups.filter(({ person }) => person !== by),
          { person: by, count: countOf(by) + 1 },
        ],
      })
      return true
    },

    /** By their numbers (1.10.0 is newer than 1.9.2); where these don't tell, by which was seen first. */
    isNewer(seen: Release, than: { release: string; number: number }): boolean {
      const order = compareNumbers(seen.release, than.release)
      return order === undefined ? (numberOf(seen) ?? 0) > than.number : order > 0
    },
  }
}
export type OpenRegister = ReturnType<typeof openRegister>

/** Undefined when they are equal or one is not made of numbers. */
function compareNumbers(one: string, other: string): number | undefined {
  const [ones, others] = [one, other].map((text) => NUMBERS.exec(text)?.[1]?.split('.').map(Number))
  if (!ones || !others) return undefined
  for (let at = 0; at < Math.max(ones.length, others.length); at++) {
    const difference = (ones[at] ?? 0) - (others[at] ?? 0)
    if (difference !== 0) return difference
  }
  return undefined
}
