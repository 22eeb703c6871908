import { useSuspenseQuery } from '@tanstack/react-query'

import { batchesOf } from '#shared/lib/batches.ts'
import * as m from '#shared/events/messages.ts'
import type { CheckInList } from '#shared/attendance/check-in.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { dotted } from '#client/ui/text/dotted.ts'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { type Badge, badgesOf, nameSize, sortedByName } from './badges.ts'
import styles from './print.module.css'
import { PrintedPages } from './PrintedPages.tsx'
import { seatedPeople } from './queries.ts'

type Seated = CheckInList['items']

const PRINTS = ['badges10', 'badges8', 'list'] as const

/** Name badges and a list for the browser's own print, on A4. The preview is the first page. */
export function Print({ event }: { event: EventDetails }) {
  const { data } = useSuspenseQuery(seatedPeople(event.id))
  const [params, change] = useUrlParams()
  const print = PRINTS.find((known) => known === params.get('print')) ?? 'badges10'
  const people = data.items ?? []
  if (people.length === 0) return <EmptyState title={m.deskPrintNone()}>{m.deskPrintNoneText()}</EmptyState>
  const pages = print === 'list' ? listPages(event, people) : badgePages(event, people, print)
  return (
    <>
      <div className={styles.controls}>
        <SelectField
          label={m.deskPrintWhat()}
          name="print"
          value={print}
          options={PRINTS.map((each) => ({ value: each, label: m.deskPrintName({ print: each }) }))}
          onChange={(value) => change({ print: value }, true)}
        />
        <Button onClick={() => globalThis.print()}>{m.deskPrintNow()}</Button>
        <p className={styles.note}>{m.deskPrintSize({ people: people.length, pages: pages.length })}</p>
      </div>
      <PrintedPages pages={pages} />
    </>
  )
}

const badgePages = (event: EventDetails, people: Seated, print: 'badges10' | 'badges8') =>
  batchesOf(badgesOf(people), print === 'badges10' ? 10 : 8).map((badges) => (
    <ul key={badges[0]?.key} className={styles.page} data-print={print}>
      {badges.map((badge) => (
        <BadgeCard key={badge.key} badge={badge} event={event} />
      ))}
    </ul>
  ))

/** The direction and the font follow the name. */
const BadgeCard = ({ badge: { name, lines }, event }: { badge: Badge; event: EventDetails }) => (
  <li className={styles.badge}>
    <span className={styles.event} dir="auto">
      {event.title}
    </span>
    <span className={styles.name} data-size={nameSize(name)} dir="auto">
      {name}
    </span>
    <span className={styles.lines}>
      {lines.map((line) => (
        <span key={line} className={styles.line} dir="auto">
          {line}
        </span>
      ))}
    </span>
  </li>
)

/** Rows of a page, so that answers of two lines fit, too. */
const ROWS = 24

const listPages = (event: EventDetails, people: Seated) =>
  batchesOf(sortedByName(people), ROWS).map((rows, at, all) => (
    <div key={rows[0]?.member.id} className={styles.page} data-print="list">
      <p className={styles.heading}>
        <strong dir="auto">{event.title}</strong>
        <span>
          {formatDate(event.startsAt, event.timeZone)} · {m.deskPartOf({ part: at + 1, whole: all.length })}
        </span>
      </p>
      <table className={styles.list}>
        <thead>
          <tr>
            <th scope="col">{m.deskPrintHere()}</th>
            <th scope="col">{m.name()}</th>
            <th scope="col">{m.company()}</th>
            <th scope="col">{m.guests()}</th>
            <th scope="col">{m.deskColumnNotes()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ member, guests, notes = [], checkedInAt }) => (
            <tr key={member.id}>
              <td>
                <span className={styles.box}>{checkedInAt ? '✓' : ''}</span>
              </td>
              <th scope="row" dir="auto">
                {member.displayName}
              </th>
              <td dir="auto">{member.company}</td>
              <td>{guests > 0 ? guests : ''}</td>
              <td dir="auto">{dotted(notes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ))
