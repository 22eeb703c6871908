import { type ComponentType, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import * as m from '#shared/dashboard/messages.ts'
import type { Connection } from '#shared/people/connections.ts'
import type { Dashboard } from '#shared/dashboard/schema.ts'
import { offerExpiry } from '#shared/events/rules.ts'
import type { SeatOffer } from '#shared/events/schema.ts'
import type { AskedIntroduction } from '#shared/people/introductions.ts'
import { paths } from '#shared/lib/paths.ts'
import { formatOn, formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { CountLabel } from '#client/ui/lists/CountLabel.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { QuietBellMotif } from '#client/ui/icons/motifs.tsx'
import { LinkRow } from '#client/ui/lists/LinkRow.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './dashboard.module.css'
import { EmptySection } from './EmptySection.tsx'
import { shownOfGroups } from './folded.ts'
import { confirmationEntries, meetingEntries, promiseEntries } from './MeetingTasks.tsx'
import { type AttentionEntry, PersonTask } from './PersonTask.tsx'

/** Number of entries in all groups together, before the rest is asked for. */
const ENTRIES_SHOWN = 5

/** A task of admins. */
export interface AdminTask {
  label: string
  to: string
}

type Props = Pick<Dashboard, 'offers' | 'requests' | 'reminders' | 'meetingTasks' | 'askedIntroductions'> & {
  Request: ComponentType<{ connection: Connection }>
  Question: ComponentType<{ introduction: AskedIntroduction }>
  /** Empty for other members. */
  adminTasks: readonly AdminTask[]
}

/** Absent until there is something. After the last entry is done, it stays and has the focus. */
export function NeedsAttention(props: Props) {
  const groups = useGroups(props)
  const [isShown, setShown] = useState(groups.length > 0)
  if (!isShown && groups.length > 0) setShown(true)
  const [isOpen, setOpen] = useState(false)
  const sizes = groups.map(({ entries }) => entries.length)
  const shown = isOpen ? sizes : shownOfGroups(sizes, ENTRIES_SHOWN)
  const count = sum(sizes)
  const container = useRef<HTMLDivElement>(null)
  const toggle = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const before = new Set(rowsIn(container.current))
    flushSync(() => setOpen(!isOpen))
    // The button moves by all of the entries.
    const added = rowsIn(container.current).find((row) => !before.has(row))
    if (added) added.querySelector<HTMLElement>('a, button')?.focus()
    else currentTarget.scrollIntoView({ block: 'nearest' })
  }
  if (!isShown) return null
  return (
    <Card title={m.attention()}>
      <div ref={container} className={styles.groups}>
        {groups.length === 0 && <EmptySection picture={<QuietBellMotif />}>{m.attentionNone()}</EmptySection>}
        {groups.map(
          ({ title, entries }, at) =>
            shown[at]! > 0 && (
              <section key={title} aria-label={title}>
                <h3 className={styles.groupTitle}>
                  {title}
                  {entries.length > shown[at]! && (
                    <>
                      {' '}
                      <CountLabel count={entries.length} />
                    </>
                  )}
                </h3>
                <ul className={patterns.ruled}>
                  {entries.slice(0, shown[at]).map(({ key, node }) => (
                    <li key={key}>{node}</li>
                  ))}
                </ul>
              </section>
            ),
        )}
        {(isOpen || sum(shown) < count) && count > ENTRIES_SHOWN + 1 && (
          <div>
            <Button variant="quiet" aria-expanded={isOpen} onClick={toggle}>
              {isOpen ? m.attentionFewer() : m.attentionAll({ count })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll('li') ?? [])]

interface Group {
  title: string
  entries: readonly AttentionEntry[]
}

/** The groups that have entries. */
function useGroups(props: Props): Group[] {
  const { offers, requests, reminders, meetingTasks, askedIntroductions, adminTasks } = props
  const { Request, Question } = props
  const zone = useViewerZone()
  const today = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  // Introductions that need an answer or a time.
  const questions = askedIntroductions.filter(({ state }) => state !== 'waiting')
  const groups: Group[] = [
    { title: m.groupAdmin(), entries: adminTasks.map((task) => entry(task.to, <AdminEntry {...task} />)) },
    {
      title: m.groupDecide(),
      entries: [
        ...offers.map((offer) => entry(offer.event.id, <OfferedSeat {...offer} />)),
        ...requests.map((connection) => entry(connection.id, <Request connection={connection} />)),
        ...questions.map((introduction) => entry(introduction.id, <Question introduction={introduction} />)),
        ...confirmationEntries(meetingTasks),
      ],
    },
    { title: m.groupMeetings(), entries: meetingEntries(meetingTasks, zone, today) },
    { title: m.groupPromises(), entries: promiseEntries(meetingTasks, today) },
    {
      title: m.groupReminders(),
      entries: reminders.map(({ connectionId, member, getInTouchOn }) =>
        entry(
          connectionId,
          <PersonTask
            person={member}
            title={m.reminder({ name: member.displayName })}
            text={[m.reminderSource(), formatOn(getInTouchOn)]}
            to={paths.connection(connectionId)}
          />,
        ),
      ),
    },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const entry = (key: string, node: ReactNode): AttentionEntry => ({ key, node })

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const AdminEntry = ({ label, to }: AdminTask) => <LinkRow to={to} title={label} />

/** Links to the event, where the seat can be claimed or passed on. */
function OfferedSeat({ event, until }: SeatOffer) {
  const zone = useViewerZone()
  const deadline = useClock((now) => deadlineLabel(until, zone, now))
  return (
    <LinkRow
      to={paths.event(event.id)}
      leading={<DateBlock instant={event.startsAt} timeZone={event.allDay ? event.timeZone : zone} />}
      title={m.seat({ event: event.title })}
    >
      {deadline}
    </LinkRow>
  )
}

function deadlineLabel(until: string, zone: string, now: number) {
  if (offerExpiry(until) < now) return m.seatExpired()
  const today = dayAt(new Date(now).toISOString(), zone)
  return m.seatUntil({ date: formatMoment(until, zone, today), time: formatRelative(until, now) })
}
