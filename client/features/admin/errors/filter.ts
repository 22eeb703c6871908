import { ERROR_KINDS, ERROR_STATES, SEEN_WITHIN, type SeenWithin } from '#shared/client-error-rules.ts'
import { useUrlFilter } from '#client/features/admin/url-filter.ts'

import { BROWSERS, KIND_LABELS, SINCE_LABELS, STATE_LABELS } from './labels.ts'

export const ANY_STATE = 'any'

const NAMES = ['q', 'state', 'kind', 'release', 'browser', 'since'] as const
export type ErrorFilter = Record<(typeof NAMES)[number], string>
export const NO_FILTER: ErrorFilter = { q: '', state: '', kind: '', release: '', browser: '', since: '' }

interface Choice {
  label: string
  options: { value: string; label: string }[]
}

const same = (value: string) => ({ value, label: value })

/** The filters but for the search. Open defects are shown where none is chosen. */
export const choices = (releases: readonly string[]): Record<Exclude<keyof ErrorFilter, 'q'>, Choice> => ({
  state: {
    label: 'State',
    options: [
      ...ERROR_STATES.map((state) => ({ value: state === 'open' ? '' : state, label: STATE_LABELS[state] })),
      { value: ANY_STATE, label: 'Any state' },
    ],
  },
  kind: {
    label: 'Kind',
    options: ERROR_KINDS.map((kind) => ({ value: kind === 'defects' ? '' : kind, label: KIND_LABELS[kind] })),
  },
  release: { label: 'Release', options: [{ value: '', label: 'Any release' }, ...releases.map(same)] },
  browser: { label: 'Browser', options: [{ value: '', label: 'Any browser' }, ...BROWSERS.map(same)] },
  since: {
    label: 'Last seen',
    options: [
      { value: '', label: 'Any time' },
      ...(Object.keys(SEEN_WITHIN) as SeenWithin[]).map((value) => ({ value, label: SINCE_LABELS[value] })),
    ],
  },
})

export const useErrorFilter = () => useUrlFilter(NAMES)
