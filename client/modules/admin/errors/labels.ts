import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/admin/messages.ts'
import type { ErrorGroupRow } from '#shared/operations/error-groups.ts'
import { ERROR_GROUP_LIMITS, type SeenWithin } from '#shared/operations/client-error-rules.ts'

const SINCE_LABELS: Record<SeenWithin, () => string> = {
  '1h': m.errorsLastHour,
  '24h': m.errorsLast24,
  '7d': m.errorsLast7,
  '30d': m.errorsLast30,
}

export const sinceLabel = (since: SeenWithin) => SINCE_LABELS[since]()

/** The server's name for every other browser. */
const OTHER = 'Other'

/** The server's names. */
export const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet', OTHER]

export const browserLabel = (browser: string) => (browser === OTHER ? m.errorsOtherBrowser() : browser)

/** People are counted exactly only up to the limit. */
const isMore = (count: number) => count >= ERROR_GROUP_LIMITS.people

/** For example `3 members and 1 signed-out browser`. */
export function peopleLabel({ members, visitors }: Pick<ErrorGroupRow, 'members' | 'visitors'>) {
  const ofMembers = isMore(members) ? m.errorsMembersOrMore : m.membersCount
  const ofVisitors = isMore(visitors) ? m.errorsVisitorsOrMore : m.errorsVisitors
  const parts = [
    ...(members > 0 ? [ofMembers({ count: members })] : []),
    ...(visitors > 0 ? [ofVisitors({ count: visitors })] : []),
  ]
  return formatList(parts)
}
