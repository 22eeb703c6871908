import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import { ROSTER_FILTERS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { RosterPage } from '#shared/roster.ts'
import { PanelHeader, type PanelProps } from '#client/features/events/EventPanel.tsx'
import { pluralise } from '#client/features/events/labels.ts'
import { eventRoster, eventUrl, type RosterView } from '#client/features/events/queries.ts'
import { request } from '#client/lib/request.ts'
import { saveFile } from '#client/lib/files.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { AddMember } from './AddMember.tsx'
import { isRosterOpen } from './commands.ts'
import { filtersFor, isCheckInOpen, seatsLabel } from './labels.ts'
import styles from './roster.module.css'
import { RosterList } from './RosterList.tsx'

/** Every RSVP, for organisers and hosts. */
export function Roster({ event, onClose }: PanelProps) {
  const { view, change } = useRosterView()
  const query = useInfiniteQuery(eventRoster(event, view))
  const file = useRosterFile(event)
  const counts = query.data?.counts
  const isOpen = useClock((now) => isCheckInOpen(event, now))
  const isChangeable = useClock((now) => isRosterOpen(event, now))
  const filters = useMemo(
    () => filtersFor(event, counts, view.filter, isOpen),
    [event, counts, view.filter, isOpen],
  )
  return (
    <>
      <PanelHeader
        title="Roster"
        event={event}
        onClose={onClose}
        actions={
          <>
            {isChangeable && counts && <AddMember event={event} counts={counts} />}
            <Button variant="secondary" busy={file.isPreparing && 'Preparing…'} onClick={file.download}>
              Download CSV
            </Button>
          </>
        }
      />
      <div className={styles.roster}>
        {file.error && (
          <Notice tone="danger" title="We couldn’t create the file.">
            {explainProblem(file.error).message}
          </Notice>
        )}
        {counts && <RosterTotals event={event} counts={counts} isCheckInOpen={isOpen} />}
        <Tabs
          label="Filter by RSVP"
          tabs={filters}
          value={view.filter}
          onChange={(filter) => change({ filter })}
        >
          <div className={styles.search}>
            <SearchField
              label="Search roster"
              placeholder="Search by name"
              value={view.q}
              onSearch={(q) => change({ q })}
            />
          </div>
          <RosterList
            event={event}
            view={view}
            query={query}
            isChangeable={isChangeable}
            onClear={() => change({ q: '' })}
          />
        </Tabs>
      </div>
    </>
  )
}

/** The view is in the URL, so that back, reload and a shared link show the same rows. */
function useRosterView() {
  const [params, setParams] = useSearchParams()
  const view: RosterView = {
    filter: ROSTER_FILTERS.find((known) => known === params.get('filter')) ?? 'all',
    q: params.get('q') ?? '',
  }

  /** A tab adds a history entry; a search replaces the current one. */
  function change(part: Partial<RosterView>) {
    const { filter, q } = { ...view, ...part }
    const next = { manage: 'roster', ...(filter !== 'all' && { filter }), ...(q && { q }) }
    setParams(next, { replace: part.filter === undefined, preventScrollReset: true })
  }

  return { view, change }
}

/** Requested by script, not by a link, so that an error can be shown on the page. */
function useRosterFile({ id, title }: EventDetails) {
  const cache = useQueryClient()
  const mutationKey = ['roster-file', id]
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: () => request<Blob>(eventUrl(id, 'roster.csv'), { file: 'text/csv' }),
    onSuccess: (content) => saveFile(`${title}.csv`, content),
  })
  return {
    // State is one render late: the second click of a double click would find nothing pending.
    download: () => cache.isMutating({ mutationKey }) === 0 && mutate(),
    isPreparing: isPending,
    error,
  }
}

interface TotalsProps {
  event: EventDetails
  counts: RosterPage['counts']
  isCheckInOpen: boolean
}

function RosterTotals({ event, counts, isCheckInOpen: isOpen }: TotalsProps) {
  const { going, guests, checkedIn } = counts
  return (
    <dl className={styles.totals}>
      <Total
        name={event.status === 'completed' ? 'Were going' : 'Going'}
        figure={String(going + guests)}
        detail={guests > 0 ? `${pluralise(going, 'member')} and ${pluralise(guests, 'guest')}` : undefined}
      />
      {event.capacity !== undefined && (
        <Total
          name="Seats taken"
          figure={`${going + guests} of ${event.capacity}`}
          detail={seatsLabel(event.capacity, counts)}
        />
      )}
      {(isOpen || checkedIn > 0) && (
        <Total
          name="Checked in"
          figure={`${checkedIn} of ${going}`}
          detail={guests > 0 ? 'not counting guests' : undefined}
        />
      )}
    </dl>
  )
}

const Total = ({ name, figure, detail }: { name: string; figure: string; detail?: string | undefined }) => (
  <div className={styles.total}>
    <dt>{name}</dt>
    <dd className={styles.figure}>{figure}</dd>
    {detail && <dd className={styles.quiet}>{detail}</dd>}
  </div>
)
