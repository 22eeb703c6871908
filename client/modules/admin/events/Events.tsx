import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/admin/messages.ts'
import type { AdminEventRow } from '#shared/admin/events.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import { paths } from '#shared/lib/paths.ts'
import { MemberFilter } from '#client/modules/admin/audit/MemberFilter.tsx'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { formatShortDate } from '#client/lib/time/dates.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { DataTable } from '#client/ui/lists/DataTable.tsx'
import { FilterBar } from '#client/ui/lists/FilterBar.tsx'

import styles from './events.module.css'
import { choices, useEventSearch } from './filter.ts'
import { adminEvents } from './queries.ts'
import { ReassignmentDialog } from './ReassignmentDialog.tsx'

const columns = () => [
  m.eventsColumnEvent(),
  m.eventsColumnStart(),
  m.state(),
  m.eventsOrganiser(),
  m.eventsColumnGoing(),
  m.eventsColumnCreated(),
]

/** All events, including drafts and events that an admin has hidden. */
export function Events() {
  const filters = useEventSearch()
  const { filter: search, isFiltered } = filters
  const list = useSuspenseInfiniteQuery(adminEvents(search))
  const [reassigning, setReassigning] = useState<AdminEventRow>()
  const { items, total } = list.data
  return (
    <Stack gap={4}>
      <h2>{m.eventsTitle()}</h2>
      <FilterBar
        filters={filters}
        search={{ label: m.eventsSearch(), placeholder: m.eventsSearchHint() }}
        fields={{
          organiser: { render: (field) => <OrganiserFilter {...field} events={items} /> },
          ...choices(),
        }}
        count={countLabel(total, isFiltered)}
      />
      <DataTable
        label={m.eventsTitle()}
        columns={columns()}
        items={items}
        paging={list}
        queryKey={['admin', 'events', 'list']}
        empty={isFiltered ? m.noMatches() : m.eventsNone()}
        renderRow={(event) => <Row key={event.id} event={event} onReassign={() => setReassigning(event)} />}
      />
      {reassigning && (
        <ReassignmentDialog
          // Uses the latest version, so that a second attempt can succeed.
          event={items.find(({ id }) => id === reassigning.id) ?? reassigning}
          onClose={() => setReassigning(undefined)}
        />
      )}
    </Stack>
  )
}

interface OrganiserFilterProps {
  name: string
  value: string
  onChange: (memberId: string) => void
  events: readonly AdminEventRow[]
}

const OrganiserFilter = ({ events, ...field }: OrganiserFilterProps) => (
  <MemberFilter
    {...field}
    label={m.eventsOrganiserOrHost()}
    valueLabel={events.find(({ organiser }) => organiser.id === field.value)?.organiser.displayName}
  />
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
          aria-label={m.eventsRosterOf({ title })}
        >
          {m.eventsRoster()}
        </Link>
      </th>
      <td className={styles.start}>
        <time dateTime={startsAt}>
          {allDay
            ? m.eventsAllDay({ date: formatShortDate(startsAt, timeZone) })
            : formatMoment(startsAt, zone)}
        </time>
      </td>
      <td>
        {m.eventState({ state: status })}
        {hidden && (
          <>
            {' '}
            <Badge tone="danger">{m.eventsHidden()}</Badge>
          </>
        )}
      </td>
      <td>
        <div className={styles.organiser}>
          <span>{organiser.displayName}</span>
          {!organised && <Badge tone="danger">{m.eventsNoOrganiser()}</Badge>}
          <Button variant="quiet" aria-label={m.eventsChangeOf({ title })} onClick={onReassign}>
            {m.eventsChange()}
          </Button>
        </div>
      </td>
      <td className={styles.going}>
        {capacity === undefined ? formatNumber(going) : m.eventsGoing({ going, capacity })}
        {waiting > 0 && `\u00A0· ${m.eventsWaiting({ count: waiting })}`}
      </td>
      <td>
        <DateOf at={createdAt} />
      </td>
    </tr>
  )
}

const countLabel = (count: number, isFiltered: boolean) =>
  isFiltered ? m.eventsFound({ count }) : m.eventsCount({ count })
