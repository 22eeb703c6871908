import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { AdminEventRow } from '#shared/admin-events.ts'
import { paths } from '#shared/paths.ts'
import { MemberFilter } from '#client/features/admin/audit/MemberFilter.tsx'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatShortDate } from '#client/lib/time/dates.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/patterns.module.css'
import { SearchField } from '#client/ui/SearchField.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import styles from './events.module.css'
import { CHOICES, type EventSearch, NO_SEARCH, STATE_LABELS, useEventSearch } from './filter.ts'
import { adminEvents } from './queries.ts'
import { ReassignmentDialog } from './ReassignmentDialog.tsx'

const COLUMNS = ['Event', 'Start', 'State', 'Organiser', 'Going', 'Created']

/** Every event: also drafts, and what an admin has hidden. */
export function Events() {
  const { search, change, isFiltered } = useEventSearch()
  const list = useSuspenseInfiniteQuery(adminEvents(search))
  const isSearching = useIsFetching({ queryKey: ['admin', 'events', 'list'] }) > 0 && !list.isFetchingNextPage
  const [reassigning, setReassigning] = useState<AdminEventRow>()
  const { items, total } = list.data
  return (
    <Stack gap={4}>
      <h2 className={styles.heading}>Events</h2>
      <Filters
        search={search}
        onChange={change}
        organiserName={
          items.find(({ organiser }) => organiser.id === search.organiser)?.organiser.displayName
        }
      />
      <div className={styles.summary}>
        <output>{countLabel(total, isFiltered)}</output>
        {isFiltered && (
          <Button variant="quiet" onClick={() => change(NO_SEARCH)}>
            Clear filters
          </Button>
        )}
      </div>
      {items.length > 0 && (
        <div className={patterns.refreshing} data-stale={isSearching || undefined}>
          <Table label="Events" columns={COLUMNS}>
            {items.map((event) => (
              <Row key={event.id} event={event} onReassign={() => setReassigning(event)} />
            ))}
          </Table>
          <ShowMore {...list} />
        </div>
      )}
      {items.length === 0 && (
        <p className={patterns.muted}>
          {isFiltered
            ? 'No matches. Try removing a filter.'
            : 'Events appear here once an organiser creates one.'}
        </p>
      )}
      {reassigning && (
        <ReassignmentDialog
          // With the latest version, so that a second attempt can succeed.
          event={items.find(({ id }) => id === reassigning.id) ?? reassigning}
          onClose={() => setReassigning(undefined)}
        />
      )}
    </Stack>
  )
}

interface FiltersProps {
  search: EventSearch
  organiserName: string | undefined
  onChange: (change: Partial<EventSearch>) => void
}

const Filters = ({ search, organiserName, onChange }: FiltersProps) => (
  <div className={styles.search}>
    <SearchField
      label="Search events"
      placeholder="Title, place or tag"
      value={search.q}
      onSearch={(q) => onChange({ q })}
    />
    <div className={styles.filters}>
      <MemberFilter
        name="organiser"
        label="Organiser or host"
        value={search.organiser}
        valueLabel={organiserName}
        onChange={(organiser) => onChange({ organiser })}
      />
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
        <SelectField
          key={name}
          name={name}
          label={CHOICES[name].label}
          options={CHOICES[name].options}
          value={search[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  </div>
)

function Row({ event, onReassign }: { event: AdminEventRow; onReassign: () => void }) {
  const zone = useViewerZone()
  const { id, title, startsAt, createdAt, status, hidden, organiser, organised } = event
  const { allDay, timeZone, going, waiting, capacity } = event
  return (
    <tr>
      <th scope="row">
        <Link to={paths.event(id)}>{title}</Link>
        <Link
          to={`${paths.event(id)}?manage=roster`}
          className={styles.roster}
          aria-label={`Roster of ${title}`}
        >
          Roster
        </Link>
      </th>
      <td className={styles.start}>
        <time dateTime={startsAt}>
          {allDay ? `${formatShortDate(startsAt, timeZone)}, all day` : formatMoment(startsAt, zone)}
        </time>
      </td>
      <td>
        {STATE_LABELS[status]}
        {hidden && (
          <>
            {' '}
            <Badge tone="danger">Hidden</Badge>
          </>
        )}
      </td>
      <td>
        <div className={styles.organiser}>
          <span>{organiser.displayName}</span>
          {!organised && <Badge tone="danger">No active organiser</Badge>}
          <Button variant="quiet" aria-label={`Change organiser of ${title}`} onClick={onReassign}>
            Change…
          </Button>
        </div>
      </td>
      <td className={styles.going}>
        {capacity === undefined ? going : `${going} of ${capacity}`}
        {waiting > 0 && ` · ${waiting} on the waitlist`}
      </td>
      <td>
        <DateOf at={createdAt} />
      </td>
    </tr>
  )
}

function countLabel(total: number, isFiltered: boolean) {
  const events = total === 1 ? '1 event' : `${total.toLocaleString('en')} events`
  return isFiltered ? `${events} found` : events
}
