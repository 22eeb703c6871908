import { ACTIVITY_FILTERS, MEMBER_SORTS } from '#shared/membership-actions.ts'
import { TIERS } from '#shared/prestige-rules.ts'
import { MEMBER_STATUSES } from '#shared/profile.ts'
import { MEMBER_ROLES } from '#shared/roles.ts'
import { ROLE_LABELS, STATUS_LABELS } from '#client/features/admin/labels.ts'
import { useUrlFilter } from '#client/features/admin/url-filter.ts'

const ACTIVITY_LABELS: Record<(typeof ACTIVITY_FILTERS)[number], string> = {
  last7: 'In the last 7 days',
  last30: 'In the last 30 days',
  last90: 'In the last 90 days',
  notLast30: 'Not in the last 30 days',
  notLast90: 'Not in the last 90 days',
  never: 'Never',
}
const SORT_LABELS: Record<(typeof MEMBER_SORTS)[number], string> = {
  '-joined': 'Newest first',
  joined: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-active': 'Most recently active',
  active: 'Least recently active',
}

const options = <K extends string>(
  any: string,
  values: readonly K[],
  labels: Readonly<Record<K, string>>,
) => [{ value: '', label: any }, ...values.map((value) => ({ value, label: labels[value] }))]

/** Filters with a few values. The rest are the search and two dates. */
export const CHOICES = {
  status: { label: 'Status', options: options('Any status', MEMBER_STATUSES, STATUS_LABELS) },
  role: { label: 'Role', options: options('Any role', MEMBER_ROLES, ROLE_LABELS) },
  active: { label: 'Last active', options: options('Any time', ACTIVITY_FILTERS, ACTIVITY_LABELS) },
  tier: {
    label: 'Tier',
    options: [{ value: '', label: 'Any tier' }, ...TIERS.map((tier) => ({ value: tier, label: tier }))],
  },
  never: {
    label: 'Has not yet',
    options: [
      { value: '', label: 'No filter' },
      { value: 'connected', label: 'Connected with anyone' },
      { value: 'met', label: 'Met anyone' },
    ],
  },
  sort: {
    label: 'Sort by',
    options: MEMBER_SORTS.map((value) => ({
      value: value === '-joined' ? '' : value,
      label: SORT_LABELS[value],
    })),
  },
} as const

const NAMES = ['q', 'joinedFrom', 'joinedTo', ...(Object.keys(CHOICES) as (keyof typeof CHOICES)[])] as const
export type MemberFilter = Record<(typeof NAMES)[number], string>

export const useMemberFilter = () => useUrlFilter(NAMES)

export const NO_FILTER = Object.fromEntries(NAMES.map((name) => [name, ''])) as MemberFilter
