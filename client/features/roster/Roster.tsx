import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { PanelProps } from '#client/features/events/EventPanel.tsx'
import { PanelHeader } from '#client/features/events/EventPanel.tsx'
import { useClock } from '#client/lib/time/use-clock.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { eventRoster } from '#client/features/events/queries.ts'
import styles from './roster.module.css'
import { RosterList } from './RosterList.tsx'
import { RosterTotals } from './RosterTotals.tsx'
import { useRosterFile } from './use-roster-file.ts'
import { useRosterView } from './use-roster-view.ts'
import { filtersFor, isCheckInOpen } from './labels.ts'

/** Everyone who answered, for those who run the event. */
export function Roster({ event, onClose }: PanelProps) {
  const { view, change } = useRosterView()
  const query = useInfiniteQuery(eventRoster(event, view))
  const file = useRosterFile(event)
  const counts = query.data?.counts
  const isOpen = useClock((now) => isCheckInOpen(event, now))
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
          <Button busy={file.isPreparing && 'Preparing…'} onClick={file.download}>
            Download as CSV
          </Button>
        }
      />
      <div className={styles.roster}>
        {file.error && (
          <Notice tone="danger" title="The file could not be made.">
            {explainProblem(file.error).message}
          </Notice>
        )}
        {counts && <RosterTotals event={event} counts={counts} isCheckInOpen={isOpen} />}
        <Tabs
          label="Who is shown"
          tabs={filters}
          value={view.filter}
          onChange={(filter) => change({ filter })}
        >
          <div className={styles.search}>
            <SearchField
              label="Search the roster"
              placeholder="Search by name"
              value={view.q}
              onSearch={(q) => change({ q })}
            />
          </div>
          <RosterList event={event} view={view} query={query} onClear={() => change({ q: '' })} />
        </Tabs>
      </div>
    </>
  )
}
