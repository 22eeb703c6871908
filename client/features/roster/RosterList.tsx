import type { UseInfiniteQueryResult } from '@tanstack/react-query'

import type { RosterEntry } from '#shared/roster.ts'
import type { EventDetails } from '#shared/events.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { EmptyRoster } from './EmptyRoster.tsx'
import type { RosterView } from '#client/features/events/queries.ts'
import styles from './roster.module.css'
import { RosterRow } from './RosterRow.tsx'

interface Props {
  event: EventDetails
  view: RosterView
  query: UseInfiniteQueryResult<{ entries: RosterEntry[] }>
  onClear: () => void
}

export function RosterList({ event, view, query, onClear }: Props) {
  const viewerZone = useViewerZone()
  if (query.isPending) return <ScreenSpinner />
  return (
    <div
      className={styles.list}
      aria-busy={query.isPlaceholderData}
      data-stale={query.isPlaceholderData || undefined}
    >
      {query.error && <Failure query={query} />}
      {query.data?.entries.length === 0 && <EmptyRoster {...view} onClear={onClear} />}
      <ul className={styles.rows}>
        {query.data?.entries.map((entry) => (
          <RosterRow key={entry.member.id} event={event} entry={entry} viewerZone={viewerZone} />
        ))}
      </ul>
      <ShowMore {...query} />
    </div>
  )
}

/** What was there before stays. */
function Failure({ query: { data, error, isFetching, refetch } }: Pick<Props, 'query'>) {
  return (
    <Notice
      tone={data ? 'warning' : 'danger'}
      title={data ? 'This may be out of date.' : 'The roster could not be loaded.'}
      actions={
        <Button variant="secondary" busy={isFetching && 'Loading…'} onClick={() => refetch()}>
          Try again
        </Button>
      }
    >
      {explainProblem(error).message}
    </Notice>
  )
}
