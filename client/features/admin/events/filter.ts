import { useSearchParams } from 'react-router-dom'

import { ADMIN_EVENT_STATES, EVENT_TIMES } from '#shared/event-rules.ts'

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
    options: [
      { value: '', label: 'Latest first' },
      { value: 'starts', label: 'Earliest first' },
    ],
  },
} as const

const NAMES = ['q', 'organiser', ...(Object.keys(CHOICES) as (keyof typeof CHOICES)[])] as const
export type EventSearch = Record<(typeof NAMES)[number], string>
export const NO_SEARCH = Object.fromEntries(NAMES.map((name) => [name, ''])) as EventSearch

/** Search and filters live in the URL. A filter adds a history entry; typing does not. */
export function useEventSearch() {
  const [params, setParams] = useSearchParams()
  const search = Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ''])) as EventSearch

  const change = (changes: Partial<EventSearch>): void =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(changes))
          if (value) now.set(name, value)
          else now.delete(name)
        return now
      },
      { replace: Object.keys(changes).join() === 'q', preventScrollReset: true },
    )
  return { search, change, isFiltered: NAMES.some((name) => name !== 'sort' && search[name]) }
}
