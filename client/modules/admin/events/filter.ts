import * as m from '#shared/admin/messages.ts'
import type { FilterOf } from '#shared/api.ts'
import {
  ADMIN_EVENT_SORTS,
  ADMIN_EVENT_STATES,
  type AdminEventSort,
  EVENT_TIMES,
} from '#shared/events/rules.ts'
import { filterOptions, useUrlFilter } from '#client/ui/lists/FilterBar.tsx'

const SORT_LABELS: Record<AdminEventSort, () => string> = {
  '-starts': m.eventsLatest,
  starts: m.eventsEarliest,
  '-created': m.eventsNewest,
  created: m.eventsOldest,
  title: m.eventsTitleUp,
  '-title': m.eventsTitleDown,
}

/** Filters with a few values. The others are the search and the organiser. */
export const choices = () => ({
  state: {
    label: m.state(),
    options: filterOptions(m.anyState(), ADMIN_EVENT_STATES, (state) => m.eventState({ state })),
  },
  time: {
    label: m.eventsTime(),
    options: filterOptions(m.eventsAnyTime(), EVENT_TIMES, (time) => m.eventTime({ time })),
  },
  organised: {
    label: m.eventsOrganisedBy(),
    options: [
      { value: '', label: m.eventsByAnyone() },
      { value: 'none', label: m.eventsByNoOne() },
    ],
  },
  sort: {
    label: m.sortBy(),
    options: ADMIN_EVENT_SORTS.map((value) => ({
      value: value === '-starts' ? '' : value,
      label: SORT_LABELS[value](),
    })),
  },
})

const NAMES = ['q', 'organiser', 'state', 'time', 'organised', 'sort'] as const
export type EventSearch = FilterOf<'GET /api/admin/events'>

export const useEventSearch = () => useUrlFilter<EventSearch>(NAMES)
