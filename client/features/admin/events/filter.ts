import {
  ADMIN_EVENT_SORTS,
  ADMIN_EVENT_STATES,
  type AdminEventSort,
  EVENT_TIMES,
} from '#shared/event-rules.ts'
import { useUrlFilter } from '#client/features/admin/url-filter.ts'

export const STATE_LABELS: Record<(typeof ADMIN_EVENT_STATES)[number], string> = {
  draft: 'Draft',
  published: 'Published',
  completed: 'Completed',
  cancelled: 'Cancelled',
  hidden: 'Hidden by an admin',
}
const TIME_LABELS: Record<(typeof EVENT_TIMES)[number], string> = {
  coming: 'Upcoming',
  past: 'Past',
}
const SORT_LABELS: Record<AdminEventSort, string> = {
  '-starts': 'Start, latest',
  starts: 'Start, earliest',
  '-created': 'Created, newest',
  created: 'Created, oldest',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
}

const options = <K extends string>(
  any: string,
  values: readonly K[],
  labels: Readonly<Record<K, string>>,
) => [{ value: '', label: any }, ...values.map((value) => ({ value, label: labels[value] }))]

/** Filters with a few values. The rest are the search and the organiser. */
export const CHOICES = {
  state: { label: 'State', options: options('Any state', ADMIN_EVENT_STATES, STATE_LABELS) },
  time: { label: 'Time', options: options('Any time', EVENT_TIMES, TIME_LABELS) },
  organised: {
    label: 'Organised by',
    options: [
      { value: '', label: 'Anyone' },
      { value: 'none', label: 'No one active' },
    ],
  },
  sort: {
    label: 'Sort by',
    options: ADMIN_EVENT_SORTS.map((value) => ({
      value: value === '-starts' ? '' : value,
      label: SORT_LABELS[value],
    })),
  },
} as const

const NAMES = ['q', 'organiser', ...(Object.keys(CHOICES) as (keyof typeof CHOICES)[])] as const
export type EventSearch = Record<(typeof NAMES)[number], string>
export const NO_SEARCH = Object.fromEntries(NAMES.map((name) => [name, ''])) as EventSearch

export function useEventSearch() {
  const { filter: search, ...rest } = useUrlFilter(NAMES)
  return { search, ...rest }
}
