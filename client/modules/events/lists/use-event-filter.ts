import { useSearchParams } from 'react-router-dom'

import { EVENT_FORMATS, EVENT_LISTS, EVENT_VIEWS } from '#shared/events/rules.ts'
import { keysOf } from '#shared/lib/records.ts'
import type { EventFilter } from '#client/modules/events/events/queries.ts'

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

/** The filter is part of the URL, so that back, reload and a shared link show the same events. */
export function useEventFilter() {
  const [params, setParams] = useSearchParams()
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
  function change(part: Partial<EventFilter>) {
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(part))
          if (value && `${name}=${value}` !== 'list=upcoming') now.set(name, value)
          else now.delete(name)
        return now
      },
      { replace: part.list === undefined, preventScrollReset: true },
    )
  }

  return {
    view: oneOf(EVENT_VIEWS, params.get('view')) ?? 'list',
    filter,
    change,
    isFiltered: keysOf(NO_FILTERS).some((name) => filter[name]),
  }
}

const oneOf = <T extends string>(values: readonly T[], value: string | null) =>
  values.find((known) => known === value)

const dayIn = (text: string | null) => (text && isDay(text) ? text : '')

const isDay = (text: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))
