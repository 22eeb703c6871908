import * as m from '#shared/admin/messages.ts'
import type { FilterOf } from '#shared/api.ts'
import { ERROR_KINDS, ERROR_STATES, SEEN_WITHIN } from '#shared/operations/client-error-rules.ts'
import { keysOf } from '#shared/lib/records.ts'
import { useUrlFilter } from '#client/ui/lists/FilterBar.tsx'

import { BROWSERS, browserLabel, sinceLabel } from './labels.ts'

export const ANY_STATE = 'any'

const NAMES = ['q', 'state', 'kind', 'release', 'browser', 'since'] as const
/** Without a state, open errors are listed. */
export type ErrorFilter = Omit<FilterOf<'GET /api/admin/client-errors'>, 'state'> & {
  state: FilterOf<'GET /api/admin/client-errors'>['state'] | typeof ANY_STATE
}

interface Choice {
  label: string
  options: { value: string; label: string }[]
}

const same = (value: string) => ({ value, label: value })

/** All filters except the search. Open defects are shown by default. */
export const choices = (releases: readonly string[]): Record<Exclude<keyof ErrorFilter, 'q'>, Choice> => ({
  state: {
    label: m.state(),
    options: [
      ...ERROR_STATES.map((state) => ({
        value: state === 'open' ? '' : state,
        label: m.errorsState({ state }),
      })),
      { value: ANY_STATE, label: m.anyState() },
    ],
  },
  kind: {
    label: m.errorsKindLabel(),
    options: ERROR_KINDS.map((kind) => ({
      value: kind === 'defects' ? '' : kind,
      label: m.errorsKind({ kind }),
    })),
  },
  release: {
    label: m.errorsRelease(),
    options: [{ value: '', label: m.errorsAnyRelease() }, ...releases.map(same)],
  },
  browser: {
    label: m.errorsBrowser(),
    options: [
      { value: '', label: m.errorsAnyBrowser() },
      ...BROWSERS.map((value) => ({ value, label: browserLabel(value) })),
    ],
  },
  since: {
    label: m.errorsSeen(),
    options: [
      { value: '', label: m.anyTime() },
      ...keysOf(SEEN_WITHIN).map((value) => ({ value, label: sinceLabel(value) })),
    ],
  },
})

export const useErrorFilter = () => useUrlFilter<ErrorFilter>(NAMES)
