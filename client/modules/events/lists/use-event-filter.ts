import { EVENT_FORMATS, EVENT_LISTS, EVENT_VIEWS } from '#shared/events/rules.ts'
import { keysOf } from '#shared/lib/records.ts'
import type { EventFilter } from '#client/modules/events/events/queries.ts'
import { useUrlParams } from '#client/lib/use-url-params.ts'

export const NO_FILTERS = {
  q: '',
  tag: '',
  format: '',
  place: '',
  connections: '',
  chapter: '',
  from: '',
  to: '',
} as const

/** The filter is part of the URL. */
export function useEventFilter() {
  const [params, setParams] = useUrlParams()
  const textOf = (name: string) => params.get(name) ?? ''
  const filter: EventFilter = {
    list: oneOf(EVENT_LISTS, params.get('list')) ?? 'upcoming',
    q: textOf('q'),
    tag: textOf('tag'),
    format: oneOf(EVENT_FORMATS, params.get('format')) ?? '',
    place: textOf('place'),
    connections: params.get('connections') === '1' ? '1' : '',
    chapter: textOf('chapter'),
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
  }

  /** A tab adds a history entry; a search or a filter replaces the current one. */
  const change = (part: Partial<EventFilter>) =>
    setParams(part.list === 'upcoming' ? { ...part, list: '' } : part, part.list === undefined)

  return {
    view: oneOf(EVENT_VIEWS, params.get('view')) ?? 'list',
    filter,
    change,
    isFiltered: keysOf(NO_FILTERS).some((name) => filter[name]),
  }
}

const oneOf = <T extends string>(values: readonly T[], value: string | null) =>
  values.find((known) => known === value)

/** '' for texts that are no day. */
export const dayIn = (text: string | null) =>
  text && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`)) ? text : ''
