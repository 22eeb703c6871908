import type { ErrorGroupRow } from '#shared/client-error-groups.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { Clock } from '#server/lib/clock.ts'

import type { ErrorGroup } from './collection.ts'
import type { Found } from './search.ts'

const HOURS = 24
const HOUR = 60 * 60_000

/** By member id; former members have none. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

export const createRows =
  ({ clock, namesOf }: { clock: Clock; namesOf: NamesOf }) =>
  async (found: readonly Found[]): Promise<ErrorGroupRow[]> => {
    const ids = [...new Set(found.flatMap(({ group }) => group.resolved?.by ?? []))]
    const names = ids.length > 0 ? await namesOf(ids) : new Map<string, string>()
    return found.map(({ group, sample }) => ({
      ...rowOf(group, clock()),
      ...(group.resolved && {
        resolved: { ...group.resolved, by: names.get(group.resolved.by) ?? FORMER_MEMBER },
      }),
      ...(sample !== undefined && { sample }),
    }))
  }

function rowOf(group: ErrorGroup, now: number): Omit<ErrorGroupRow, 'resolved' | 'sample'> {
  const { id, version, type, message, firstAt, lastAt, count, members, visitors, releases, regressed } = group
  const present = Math.floor(now / HOUR)
  const counts = new Map(group.hours.map((each) => [each.hour, each.count]))
  return {
    fingerprint: id,
    version,
    // Those that were merged into others are never shown.
    state: group.state === 'merged' ? 'open' : group.state,
    type,
    message,
    firstAt,
    lastAt,
    count,
    members,
    visitors,
    releases: [...new Set(releases.map(({ release }) => release))],
    isRefusal: group.isRefusal === true,
    hours: Array.from({ length: HOURS }, (_, at) => counts.get(present - HOURS + 1 + at) ?? 0),
    isNew: now - Date.parse(firstAt) < HOURS * HOUR,
    ...(regressed && { regressed }),
  }
}
