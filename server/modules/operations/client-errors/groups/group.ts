import { ERROR_GROUP_LIMITS } from '#shared/operations/client-error-rules.ts'

import type { Delta, ErrorGroup } from './collection.ts'
import { addTo, type Counted } from './counts.ts'
import { OTHER } from './groups.ts'

/** The people of a group, up to the counting limit. */
export interface People {
  members: readonly string[]
  visitors: readonly string[]
  networks?: readonly string[]
}
export const NO_PEOPLE: People = { members: [], visitors: [], networks: [] }

export const addPeople = (known: People, more: People) => ({
  members: union(known.members, more.members),
  visitors: union(known.visitors, more.visitors),
  networks: union(networksOf(known), networksOf(more)),
})

/** The sum of two deltas of a group. */
export const joined = (known: Delta, more: Delta): Delta => ({
  ...addTo(known, more),
  ...addPeople(known, more),
  fingerprint: known.fingerprint,
})

/** Older documents without networks count by tab. */
export const networksOf = ({ networks, visitors }: Pick<People, 'networks' | 'visitors'>) =>
  networks ?? visitors

const union = (some: readonly string[], others: readonly string[]) =>
  [...new Set([...some, ...others])].slice(0, ERROR_GROUP_LIMITS.people)

/** The group with the delta, or a new group that begins with it. */
export function applyDelta(group: ErrorGroup | undefined, delta: Delta, people: People): ErrorGroup {
  const { fingerprint, members: _, visitors: __, networks: ___, ...counted } = delta
  const isOther = fingerprint === OTHER
  const begun: Counted = isOther
    ? { ...counted, type: 'Other', message: 'Errors beyond the limit of new groups' }
    : counted
  const sums = group ? addTo(group, counted) : begun
  return {
    ...(group ?? { id: fingerprint, version: 1, state: 'open' }),
    ...sums,
    members: people.members.length,
    visitors: people.visitors.length,
    awaitsMap: sums.awaitedBuild !== undefined && !isOther,
  }
}

/** Reopens a group that was seen in a newer release than the one it was resolved in. */
export function reopened(resolved: ErrorGroup, release: string, at: string): ErrorGroup {
  const { resolved: _, ...group } = resolved
  return { ...group, state: 'open', version: group.version + 1, regressed: { at, release } }
}

/** The group `into`, with everything of a group whose source map arrived late; and the remainder of that one. */
export function merged(
  late: ErrorGroup,
  into: ErrorGroup | undefined,
  { id, people }: { id: string; people: People },
): [group: ErrorGroup, left: ErrorGroup] {
  const { awaitedBuild: _, ...counted } = late
  const group: ErrorGroup = {
    ...(into ? { ...into, ...addTo(into, counted) } : { ...counted, id }),
    version: (into ?? late).version + 1,
    members: people.members.length,
    visitors: people.visitors.length,
    awaitsMap: into?.awaitsMap ?? false,
  }
  const left: ErrorGroup = {
    id: late.id,
    version: late.version + 1,
    state: 'merged',
    mergedInto: id,
    type: late.type,
    message: late.message,
    count: 0,
    firstAt: late.firstAt,
    lastAt: late.lastAt,
    hours: [],
    releases: [],
    browsers: [],
    samples: [],
    members: 0,
    visitors: 0,
    awaitsMap: false,
  }
  return [group, left]
}
