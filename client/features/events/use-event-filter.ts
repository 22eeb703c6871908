import { useSearchParams } from 'react-router-dom'

import { EVENT_FORMATS, EVENT_LISTS } from '#shared/event-rules.ts'
import type { EventFilter } from '#client/features/events/queries.ts'

/** Which events are shown, as the URL says it: back, reload and a shared link show the same. */
export function useEventFilter() {
  const [params, setParams] = useSearchParams()
  const filter: EventFilter = {
    list: oneOf(EVENT_LISTS, params.get('list')) ?? 'upcoming',
    q: params.get('q') ?? '',
    tag: params.get('tag') ?? '',
    format: oneOf(EVENT_FORMATS, params.get('format')) ?? '',
  }

  /** Each tab is a place to go back to; what is typed and chosen in it is not. */
  function change(part: Partial<EventFilter>) {
    const next = { ...filter, ...part }
    const said = Object.entries(next).filter(
      ([name, value]) => value && `${name}=${value}` !== 'list=upcoming',
    )
    setParams(said, { replace: part.list === undefined, preventScrollReset: true })
  }

  const isFiltered = Boolean(filter.q || filter.tag || filter.format)
  return { filter, change, clear: isFiltered ? () => change({ q: '', tag: '', format: '' }) : undefined }
}

const oneOf = <T extends string>(values: readonly T[], value: string | null) =>
  values.find((known) => known === value)
