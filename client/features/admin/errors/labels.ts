import type { ErrorGroupRow } from '#shared/client-error-groups.ts'
import {
  ERROR_GROUP_LIMITS,
  type ErrorKind,
  type ErrorState,
  type SeenWithin,
} from '#shared/client-error-rules.ts'

export const STATE_LABELS: Record<ErrorState, string> = {
  open: 'Open',
  resolved: 'Resolved',
  ignored: 'Ignored',
}

export const KIND_LABELS: Record<ErrorKind, string> = {
  defects: 'Defects',
  refusals: 'Expected refusals',
  any: 'Any kind',
}

export const SINCE_LABELS: Record<SeenWithin, string> = {
  '1h': 'In the last hour',
  '24h': 'In the last 24 hours',
  '7d': 'In the last 7 days',
  '30d': 'In the last 30 days',
}

/** The names that the server uses; every other browser is `Other`. */
export const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet', 'Other']

export const times = (count: number) => (count === 1 ? '1 time' : `${count.toLocaleString('en')} times`)

/** Such as `3 members, 1 signed-out browser`. */
export function peopleLabel({ members, visitors }: Pick<ErrorGroupRow, 'members' | 'visitors'>) {
  const parts = [
    ...(members > 0 ? [counted(members, 'member', 'members')] : []),
    ...(visitors > 0 ? [counted(visitors, 'signed-out browser', 'signed-out browsers')] : []),
  ]
  return parts.join(', ')
}

/** They are counted exactly up to the limit. */
function counted(count: number, one: string, many: string) {
  const number = count.toLocaleString('en')
  return `${count >= ERROR_GROUP_LIMITS.people ? `${number} or more` : number} ${count === 1 ? one : many}`
}
