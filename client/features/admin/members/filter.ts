import { useSearchParams } from 'react-router-dom'

import { ACTIVITY_FILTERS, MEMBER_SORTS } from '#shared/membership-actions.ts'
import { TIERS } from '#shared/prestige-rules.ts'
import { MEMBER_ROLES, MEMBER_STATUSES } from '#shared/profile.ts'
import { ROLE_LABELS, STATUS_LABELS } from '#client/features/admin/labels.ts'

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
      { value: '', label: 'Anyone' },
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

/** Search and filters live in the URL. A filter adds a history entry; typing does not. */
export function useMemberFilter() {
  const [params, setParams] = useSearchParams()
  const filter = Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ''])) as MemberFilter

  const change = (changes: Partial<MemberFilter>): void =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(changes))
          if (value) now.set(name, value)
          else now.delete(name)
        return now
      },
      { replace: Object.keys(changes).join() === 'q', preventScrollReset: true },
    )
  const isFiltered = NAMES.some((name) => name !== 'sort' && filter[name])
  return { filter, change, isFiltered }
}

export const NO_FILTER = Object.fromEntries(NAMES.map((name) => [name, ''])) as MemberFilter
