import { ERROR_GROUP_LIMITS } from '#shared/operations/client-error-rules.ts'

import type { Delta } from './collection.ts'

/** The counted fields of groups and deltas. */
export type Counted = Pick<
  Delta,
  | 'type'
  | 'message'
  | 'count'
  | 'isRefusal'
  | 'firstAt'
  | 'lastAt'
  | 'hours'
  | 'releases'
  | 'browsers'
  | 'samples'
  | 'awaitedBuild'
>

const LIMITS = { hours: 25, releases: 20, browsers: 20 }

/** The sum of both. Its type and message are those of the first. */
export function addTo(known: Counted, more: Counted): Counted {
  const awaitedBuild = more.awaitedBuild ?? known.awaitedBuild
  return {
    type: known.type,
    message: known.message,
    count: sum(known, more),
    isRefusal: known.isRefusal === true && more.isRefusal === true,
    firstAt: earlier(known, more),
    lastAt: later(known, more),
    hours: joinBy([...known.hours, ...more.hours], ({ hour }) => hour, addCount)
      .toSorted((one, other) => one.hour - other.hour)
      .slice(-LIMITS.hours),
    releases: joinBy(
      [...known.releases, ...more.releases],
      ({ release, build }) => `${release}\n${build}`,
      addRelease,
    )
      .toSorted((one, other) => (one.lastAt > other.lastAt ? -1 : 1))
      .slice(0, LIMITS.releases),
    browsers: joinBy([...known.browsers, ...more.browsers], ({ browser }) => browser, addCount)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, LIMITS.browsers),
    samples: joinBy(
      [...known.samples, ...more.samples],
      ({ id }) => id,
      (one) => one,
    )
      .toSorted((one, other) => (one.at > other.at ? -1 : 1))
      .slice(0, ERROR_GROUP_LIMITS.samples),
    awaitedBuild,
  }
}

/** Stays a number that JSON and both stores can represent, whatever browsers claim. */
const sum = (one: { count: number }, other: { count: number }) =>
  Math.min(one.count + other.count, Number.MAX_SAFE_INTEGER)

const earlier = (one: { firstAt: string }, other: { firstAt: string }) =>
  one.firstAt < other.firstAt ? one.firstAt : other.firstAt
const later = (one: { lastAt: string }, other: { lastAt: string }) =>
  one.lastAt > other.lastAt ? one.lastAt : other.lastAt

const addCount = <T extends { count: number }>(one: T, other: T): T => ({ ...one, count: sum(one, other) })
type Release = Counted['releases'][number]
const addRelease = (one: Release, other: Release): Release => ({
  ...other,
  ...addCount(one, other),
  firstAt: earlier(one, other),
  lastAt: later(one, other),
})

/** One item per key, in the order of the first. */
function joinBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string | number,
  join: (one: T, other: T) => T,
): T[] {
  const byKey = new Map<string | number, T>()
  for (const item of items) {
    const known = byKey.get(keyOf(item))
    byKey.set(keyOf(item), known === undefined ? item : join(known, item))
  }
  return [...byKey.values()]
}
