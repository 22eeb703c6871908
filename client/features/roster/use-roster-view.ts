import { useSearchParams } from 'react-router-dom'

import { ROSTER_FILTERS } from '#shared/event-rules.ts'

import type { RosterView } from '#client/features/events/queries.ts'

/** Who is shown, as the URL says it: back, reload and a link sent to another organiser show the same. */
export function useRosterView() {
  const [params, setParams] = useSearchParams()
  const view: RosterView = {
    filter: ROSTER_FILTERS.find((known) => known === params.get('filter')) ?? 'all',
    q: params.get('q') ?? '',
  }

  /** Each filter is a place to go back to; what is typed is not. */
  function change(part: Partial<RosterView>) {
    const { filter, q } = { ...view, ...part }
    const said = { manage: 'roster', ...(filter !== 'all' && { filter }), ...(q && { q }) }
    setParams(said, { replace: part.filter === undefined, preventScrollReset: true })
  }

  return { view, change }
}
