import type { AuditFilter } from '#shared/admin/audit.ts'
import { endOfDay, plainDateTime, startOfDay } from '#client/lib/time/wall-clock.ts'
import { useUrlFilter } from '#client/ui/lists/FilterBar.tsx'

/** Names in the URL; the dates are days in the viewer's zone, both inclusive. */
const NAMES = ['actor', 'action', 'target', 'from', 'until'] as const
/** Sign-ins too. */
export const ANY_ACTION = 'any'
type AuditSearch = Record<(typeof NAMES)[number], string>

export const useAuditSearch = () => useUrlFilter<AuditSearch>(NAMES)

/** Sign-ins are left out unless they are asked for: they are most entries, and change nothing. */
export function filterOf({ from, until, action, ...rest }: AuditSearch, zone: string): AuditFilter {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
  const [first, last] = [dayIn(from), dayIn(until)]
  return {
    ...given,
    ...(action ? action !== ANY_ACTION && { action } : { sessions: 'hidden' }),
    from: first ? startOfDay(first, zone) : undefined,
    before: last ? endOfDay(last, zone) : undefined,
  }
}

const dayIn = (date: string) => plainDateTime(date, '00:00') && date
