import { tierName } from '#shared/people/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { FilterOf } from '#shared/api.ts'
import { ACTIVITY_FILTERS, MEMBER_SORTS } from '#shared/accounts/membership-actions.ts'
import { TIERS } from '#shared/people/tiers.ts'
import { MEMBER_STATUSES } from '#shared/people/profile.ts'
import { MEMBER_ROLES } from '#shared/people/roles.ts'
import { type FilterField, filterOptions, useUrlFilter } from '#client/ui/lists/FilterBar.tsx'

const SORT_LABELS: Record<(typeof MEMBER_SORTS)[number], () => string> = {
  '-joined': m.membersNewest,
  joined: m.membersOldest,
  name: m.membersNameUp,
  '-name': m.membersNameDown,
  '-active': m.membersMostActive,
  active: m.membersLeastActive,
}

export const fields = (): Omit<Record<keyof MemberFilter, FilterField>, 'q'> => ({
  status: {
    label: m.membersStatus(),
    options: filterOptions(m.membersAnyStatus(), MEMBER_STATUSES, (status) => m.statusName({ status })),
  },
  role: {
    label: m.membersRole(),
    options: filterOptions(m.membersAnyRole(), MEMBER_ROLES, (role) => m.roleName({ role })),
  },
  active: {
    label: m.membersLastActive(),
    options: filterOptions(m.anyTime(), ACTIVITY_FILTERS, (activity) => m.membersActivity({ activity })),
  },
  tier: {
    label: m.membersTier(),
    options: [
      { value: '', label: m.membersAnyTier() },
      ...TIERS.map((tier) => ({ value: tier, label: tierName({ tier }) })),
    ],
  },
  never: {
    label: m.membersHasNot(),
    options: [
      { value: '', label: m.membersNoFilter() },
      { value: 'connected', label: m.membersConnectedAnyone() },
      { value: 'met', label: m.membersMetAnyone() },
    ],
  },
  sort: {
    label: m.sortBy(),
    options: MEMBER_SORTS.map((value) => ({
      value: value === '-joined' ? '' : value,
      label: SORT_LABELS[value](),
    })),
  },
  joinedFrom: { label: m.membersJoinedFrom(), type: 'date' },
  joinedTo: { label: m.membersJoinedTo(), type: 'date' },
})

export type MemberFilter = FilterOf<'GET /api/admin/members'>

const NAMES = ['q', 'status', 'role', 'active', 'tier', 'never', 'sort', 'joinedFrom', 'joinedTo'] as const

export const useMemberFilter = () => useUrlFilter<MemberFilter>(NAMES)
