import type { AuditFilter } from '#shared/admin.ts'
import { endOfDay, plainDateTime, startOfDay } from '#client/lib/time/wall-clock.ts'
import { useUrlFilter } from '#client/features/admin/url-filter.ts'

/** As the URL has them; the dates are days of the viewer's zone, both included. */
const NAMES = ['actor', 'action', 'target', 'from', 'until'] as const
export type AuditSearch = Record<(typeof NAMES)[number], string>

export const NO_SEARCH = Object.fromEntries(NAMES.map((name) => [name, ''])) as AuditSearch

export function useAuditSearch() {
  const { filter: search, ...rest } = useUrlFilter(NAMES)
  return { search, ...rest }
}

export function filterOf({ from, until, ...rest }: AuditSearch, zone: string): AuditFilter {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
  const [first, last] = [dayIn(from), dayIn(until)]
  return {
    ...given,
    ...(first && { from: startOfDay(first, zone) }),
    ...(last && { before: endOfDay(last, zone) }),
  }
}

const dayIn = (date: string) => plainDateTime(date, '00:00') && date
