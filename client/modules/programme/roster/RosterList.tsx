import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { rich } from '#client/ui/rich.tsx'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import type { RosterEntry, RosterPage } from '#shared/programme/roster.ts'
import { AnswerList } from '#client/modules/attendance/questions/AnswerList.tsx'
import { RequestNote } from '#client/modules/people/connections/relationship/RequestActions.tsx'
import { Ago } from '#client/modules/people/members/Time.tsx'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { TableMotif } from '#client/ui/icons/motifs.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { LoadFailure } from '#client/ui/crash/Loading.tsx'

import type { RosterView } from './queries.ts'
import type { EntryCommand } from './commands.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { EntryMenu } from './EntryMenu.tsx'
import { guestLabel, rosterStateLabel } from './labels.ts'
import { RequestActions } from './RequestActions.tsx'
import styles from './roster.module.css'

interface Props {
  event: EventDetails
  view: RosterView
  query: UseInfiniteQueryResult<{ entries: RosterEntry[]; counts: RosterPage['counts'] }>
  /** Whether organisers can still use commands on people. */
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
      <LoadFailure
        query={query}
        failed={query.data ? m.rosterStale() : m.rosterFailed()}
        tone={query.data ? 'warning' : 'danger'}
      />
      {query.data?.entries.length === 0 && <EmptyRoster {...view} onClear={onClear} />}
      <ul className={styles.rows}>
        {query.data?.entries.map((entry) => (
          <RosterRow
            key={entry.member.id}
            event={event}
            entry={entry}
            viewerZone={viewerZone}
            onChoose={
              isChangeable
                ? (command) => {
                    if (command !== 'accept') setOpen({ command, entry })
                  }
                : undefined
            }
          />
        ))}
      </ul>
      <ShowMore {...query} />
      {open && query.data && (
        <EntryDialog
          event={event}
          command={open.command}
          // Uses the latest version, so that a second attempt can succeed.
          entry={query.data.entries.find(({ member }) => member.id === open.entry.member.id) ?? open.entry}
          counts={query.data.counts}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

interface RowProps {
  event: EventDetails
  entry: RosterEntry
  viewerZone: string
  /** Undefined if nothing can be changed any more. */
  onChoose?: (command: EntryCommand | 'accept') => void
}

function RosterRow({ event, entry, viewerZone, onChoose }: RowProps) {
  const { member, hasProfile, guests, answeredAt, offerUntil, requestNote, removalReason } = entry
  const { checkedInAt, answers } = entry
  const { label, tone } = rosterStateLabel(entry)
  const moment = (instant: string) => formatMoment(instant, viewerZone, dayAt(event.startsAt, viewerZone))
  return (
    <li className={styles.row}>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={member.guest ? [guestLabel(entry)] : [member.headline, member.company]}
        to={hasProfile ? paths.memberProfile(member.id) : undefined}
      />
      <p className={styles.state}>
        <Badge tone={tone}>{label}</Badge>
        {guests > 0 && <span>{m.rosterPlusGuests({ count: guests })}</span>}
        {checkedInAt && <time dateTime={checkedInAt}>{moment(checkedInAt)}</time>}
        {removalReason && <span>{removalReason}</span>}
        {offerUntil && <time dateTime={offerUntil}>{m.rosterOfferUntil({ time: moment(offerUntil) })}</time>}
        {onChoose && !member.guest && isUnavailable(entry) && <span>{m.rosterUnavailable()}</span>}
      </p>
      <p className={styles.answered}>
        {rich(m.rosterAnsweredAgo({ state: entry.state, ago: <Ago at={answeredAt} /> }))}
      </p>
      <div className={styles.menu}>{onChoose && <EntryMenu entry={entry} onChoose={onChoose} />}</div>
      {requestNote && (
        <div className={styles.note}>
          <RequestNote>{requestNote}</RequestNote>
        </div>
      )}
      {onChoose && entry.state === 'requested' && (hasProfile || member.guest) && (
        <RequestActions event={event} entry={entry} onChoose={onChoose} />
      )}
      {answers && answers.length > 0 && (
        <details className={styles.answers}>
          <summary>{m.answers({ count: answers.length })}</summary>
          <AnswerList answers={answers} />
        </details>
      )}
    </li>
  )
}

/** The reason why there is no menu. Suspended members and those with a block look alike. */
const isUnavailable = ({ member, hasProfile, state }: RosterEntry) =>
  !hasProfile && !member.former && state !== 'declined'

function EmptyRoster({ filter, q, onClear }: RosterView & { onClear: () => void }) {
  if (q)
    return (
      <EmptyState
        title={m.noMatches()}
        action={
          <Button variant="secondary" onClick={onClear}>
            {m.rosterClear()}
          </Button>
        }
      >
        {filter === 'all' ? m.rosterNoMatchesText() : m.rosterNoMatchesElsewhere()}
      </EmptyState>
    )
  return (
    <EmptyState picture={filter === 'all' ? <TableMotif /> : undefined} title={m.rosterNone({ filter })}>
      {m.rosterNoneText({ filter })}
    </EmptyState>
  )
}
