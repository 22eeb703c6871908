import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import type { RosterEntry, RosterPage } from '#shared/roster.ts'
import { pluralise } from '#client/features/events/labels.ts'
import type { RosterView } from '#client/features/events/queries.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import patterns from '#client/ui/patterns.module.css'
import { TableMotif } from '#client/ui/motifs.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Person } from '#client/ui/Person.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import type { EntryCommand } from './commands.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { EntryMenu } from './EntryMenu.tsx'
import { rosterStateLabel } from './labels.ts'
import styles from './roster.module.css'

interface Props {
  event: EventDetails
  view: RosterView
  query: UseInfiniteQueryResult<{ entries: RosterEntry[]; counts: RosterPage['counts'] }>
  /** Whether organisers can still decide about people. */
  isChangeable: boolean
  onClear: () => void
}

export function RosterList({ event, view, query, isChangeable, onClear }: Props) {
  const viewerZone = useViewerZone()
  const [open, setOpen] = useState<{ command: EntryCommand; entry: RosterEntry }>()
  if (query.isPending) return <ScreenSpinner />
  return (
    <div
      className={classNames(styles.list, patterns.refreshing)}
      aria-busy={query.isPlaceholderData}
      data-stale={query.isPlaceholderData || undefined}
    >
      {query.error && <LoadError query={query} />}
      {query.data?.entries.length === 0 && <EmptyRoster {...view} onClear={onClear} />}
      <ul className={styles.rows}>
        {query.data?.entries.map((entry) => (
          <RosterRow
            key={entry.member.id}
            event={event}
            entry={entry}
            viewerZone={viewerZone}
            {...(isChangeable && { onChoose: (command) => setOpen({ command, entry }) })}
          />
        ))}
      </ul>
      <ShowMore {...query} />
      {open && query.data && (
        <EntryDialog
          event={event}
          command={open.command}
          // With the latest version, so that a second attempt can succeed.
          entry={query.data.entries.find(({ member }) => member.id === open.entry.member.id) ?? open.entry}
          counts={query.data.counts}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

/** Above the rows that were loaded before, if any. */
function LoadError({ query: { data, error, isFetching, refetch } }: Pick<Props, 'query'>) {
  return (
    <Notice
      tone={data ? 'warning' : 'danger'}
      title={data ? 'This list may be out of date.' : 'We couldn’t load the roster.'}
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

interface RowProps {
  event: EventDetails
  entry: RosterEntry
  viewerZone: string
  /** Absent where nothing can be changed any more. */
  onChoose?: (command: EntryCommand) => void
}

function RosterRow({ event, entry, viewerZone, onChoose }: RowProps) {
  const { member, hasProfile, guests, answeredAt, offerUntil, removalReason, checkedInAt } = entry
  const { label, tone } = rosterStateLabel(entry)
  const moment = (instant: string) => formatMoment(instant, viewerZone, dayAt(event.startsAt, viewerZone))
  return (
    <li className={styles.row}>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[member.headline, member.company]}
        to={hasProfile ? paths.memberProfile(member.id) : undefined}
      />
      <p className={styles.state}>
        <Badge tone={tone}>{label}</Badge>
        {guests > 0 && <span>+ {pluralise(guests, 'guest')}</span>}
        {checkedInAt && <time dateTime={checkedInAt}>{moment(checkedInAt)}</time>}
        {removalReason && <span>{removalReason}</span>}
        {offerUntil && <time dateTime={offerUntil}>until {moment(offerUntil)}</time>}
        {onChoose && isUnavailable(entry) && <span>Not available</span>}
      </p>
      <p className={styles.answered}>
        RSVP’d <Ago at={answeredAt} />
      </p>
      <div className={styles.menu}>{onChoose && <EntryMenu entry={entry} onChoose={onChoose} />}</div>
    </li>
  )
}

/** Why there is no menu. Suspended members and those with a block look alike. */
const isUnavailable = ({ member, hasProfile, state }: RosterEntry) =>
  !hasProfile && !member.former && state !== 'declined'

const EMPTY: Record<RosterView['filter'], { title: string; text: string }> = {
  all: {
    title: 'No RSVPs yet',
    text: 'Everyone who RSVPs appears here, with their guests.',
  },
  going: {
    title: 'No one is going yet',
    text: 'Members with a seat appear here, with their guests.',
  },
  maybe: {
    title: 'No maybes',
    text: 'Members who RSVP maybe appear here. No seat is reserved for them.',
  },
  waitlisted: {
    title: 'The waitlist is empty',
    text: 'Once the event is full, members who want a seat appear here in order.',
  },
  offered: {
    title: 'No seat offers',
    text: 'On the last day, a seat that opens up is held for the next person on the waitlist. Members with an offer appear here until it expires.',
  },
  declined: {
    title: 'No one has declined',
    text: 'Members who can’t go appear here.',
  },
  checkedIn: {
    title: 'No one is checked in yet',
    text: 'Members who have arrived appear here, with the time.',
  },
  noShow: {
    title: 'No no-shows',
    text: 'Once the event is completed, members who were going but weren’t checked in appear here. This needs at least one check-in.',
  },
}

function EmptyRoster({ filter, q, onClear }: RosterView & { onClear: () => void }) {
  const { title, text } = EMPTY[filter]
  if (q)
    return (
      <EmptyState
        title="No matches"
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear search
          </Button>
        }
      >
        {filter === 'all'
          ? 'Try the start of a first or last name.'
          : 'Try the start of a first or last name, or search everyone.'}
      </EmptyState>
    )
  return (
    <EmptyState {...(filter === 'all' && { picture: <TableMotif /> })} title={title}>
      {text}
    </EmptyState>
  )
}
