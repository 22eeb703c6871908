import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

import * as m from '#shared/events/messages.ts'
import { ROSTER_FILTERS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { RosterPage } from '#shared/programme/roster.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { AnswerTotals } from '#client/modules/attendance/questions/AnswerTotals.tsx'
import { request } from '#client/lib/request.ts'
import { saveFile } from '#client/lib/files/save-file.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Button } from '#client/ui/Button.tsx'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { Tabs } from '#client/ui/page/Tabs.tsx'
import { isRosterOpen } from '#client/modules/attendance/roster-open.ts'
import { Problem } from '#client/ui/crash/Problem.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { useCommand } from '#client/lib/use-command.ts'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { eventRoster, type RosterView } from './queries.ts'
import { AddMember } from './AddMember.tsx'
import { filtersFor, isCheckInOpen, rosterSeatsLabel } from './labels.ts'
import styles from './roster.module.css'
import { RosterList } from './RosterList.tsx'

interface Props extends Pick<PanelProps, 'event'> {
  /** Shown below the title. */
  top: ReactNode
}

/** Every RSVP, for organisers and hosts. */
export function Roster({ event, top }: Props) {
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
        title={m.roster()}
        event={event}
        actions={
          <>
            {isChangeable && counts && <AddMember event={event} counts={counts} />}
            <Button variant="secondary" busy={file.isPending && m.deskPreparing()} onClick={() => file.run()}>
              {m.deskDownload()}
            </Button>
          </>
        }
      />
      {top}
      <div className={styles.roster}>
        <Problem error={file.error} title={m.rosterFileFailed()} />
        {counts && <RosterTotals event={event} counts={counts} isCheckInOpen={isOpen} />}
        <AnswerTotals event={event} />
        <Tabs
          label={m.rosterFilter()}
          tabs={filters}
          value={view.filter}
          onChange={(filter) => change({ filter })}
        >
          <div className={styles.search}>
            <SearchField
              label={m.rosterSearch()}
              placeholder={m.rosterSearchByName()}
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

/** The view is part of the URL. */
function useRosterView() {
  const [params, setParams] = useUrlParams()
  const view: RosterView = {
    filter: ROSTER_FILTERS.find((known) => known === params.get('filter')) ?? 'all',
    q: params.get('q') ?? '',
  }

  /** A tab adds a history entry; a search replaces the current one. */
  const change = (part: Partial<RosterView>) =>
    setParams(part.filter === 'all' ? { ...part, filter: '' } : part, part.filter === undefined)

  return { view, change }
}

/** Requested by script, not by a link, so that an error can be shown on the page. */
const useRosterFile = ({ id, title }: EventDetails) =>
  useCommand({
    command: () =>
      request('GET /api/events/:eventId/roster.csv', { params: { eventId: id }, file: 'text/csv' }),
    onSuccess: (content) => saveFile(`${title}.csv`, content),
    showsError: true,
  })

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
        name={event.status === 'completed' ? m.rosterWereGoing() : m.going()}
        figure={String(going + guests)}
        detail={guests > 0 ? m.rosterWithGuests({ members: going, guests }) : undefined}
      />
      {event.capacity !== undefined && (
        <Total
          name={m.seatsTaken()}
          figure={m.deskPartOf({ part: going + guests, whole: event.capacity })}
          detail={rosterSeatsLabel(event.capacity, counts)}
        />
      )}
      {(isOpen || checkedIn > 0) && (
        <Total
          name={m.checkedIn()}
          figure={m.deskPartOf({ part: checkedIn, whole: going })}
          detail={guests > 0 ? m.rosterWithoutGuests() : undefined}
        />
      )}
    </dl>
  )
}

const Total = ({ name, figure, detail }: { name: string; figure: string; detail?: string | undefined }) => (
  <div>
    <dt className={patterns.small}>{name}</dt>
    <dd className={styles.figure}>{figure}</dd>
    {detail && <dd className={patterns.small}>{detail}</dd>}
  </div>
)
