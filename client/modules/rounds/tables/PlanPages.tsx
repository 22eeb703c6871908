import type { ReactNode } from 'react'

import * as ofEvents from '#shared/events/messages.ts'
import { batchesOf } from '#shared/lib/batches.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import * as m from '#shared/rounds/messages.ts'
import type { TablePerson, TablePlan } from '#shared/rounds/tables.ts'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import styles from '#client/modules/programme/desk/print.module.css'

import own from './print.module.css'

type Event = PanelProps['event']

/** Millimetres of a page for tables, and of a table: its heading, and each line. */
const HEIGHT = { page: 250, heading: 14, line: 4.5 }
const COLUMNS = 3
/** Letters that fit on a line of a table in any case. */
const LETTERS = 24
/** Rows of a page, each with room for a name on two lines. */
const ROWS = 20

/** The tables of each round on pages of their own. */
export const planPages = (event: Event, { rounds, tables, people }: TablePlan) =>
  Array.from({ length: rounds }, (_, at) => at + 1).flatMap((round) => {
    const seated = Map.groupBy(people, (person) => person.tables[round - 1] ?? 0)
    const most = Math.max(...[...seated.values()].map(linesOf))
    const rows = Math.max(1, Math.floor(HEIGHT.page / (HEIGHT.heading + HEIGHT.line * most)))
    const numbers = Array.from({ length: tables }, (_, at) => at + 1)
    return batchesOf(numbers, rows * COLUMNS).map((some, part, all) => (
      <div key={`${round}.${part}`} className={styles.page} data-print="list">
        <Heading event={event} part={part + 1} whole={all.length}>
          {m.tablesRound({ round })}
        </Heading>
        <div className={own.tables}>
          {some.map((table) => (
            <section key={table} className={own.table}>
              <h3>{m.tablesTable({ table })}</h3>
              <ul>
                {(seated.get(table) ?? []).map(({ member, guests }) => (
                  <li key={member.id} dir="auto">
                    {member.displayName}
                    {guests > 0 && ` +${formatNumber(guests)}`}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    ))
  })

const linesOf = (people: readonly TablePerson[]) =>
  people.reduce((sum, { member }) => sum + Math.ceil(member.displayName.length / LETTERS), 0)

const isSeated = ({ tables }: TablePerson) => tables.some((table) => table > 0)

/** Everyone by name, with their table in each round. */
export const listPages = (event: Event, { rounds, people }: TablePlan) =>
  batchesOf(people.filter(isSeated), ROWS).map((rows, at, all) => (
    <div key={rows[0]?.member.id} className={styles.page} data-print="list">
      <Heading event={event} part={at + 1} whole={all.length}>
        {m.tables()}
      </Heading>
      <table className={styles.list}>
        <thead>
          <tr>
            <th scope="col" className={own.names}>
              {ofEvents.name()}
            </th>
            {Array.from({ length: rounds }, (_, round) => (
              <th key={round} scope="col">
                {m.tablesRound({ round: round + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ member, tables }) => (
            <tr key={member.id}>
              <th scope="row" dir="auto">
                {member.displayName}
              </th>
              {tables.map((table, round) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column of a table
                <td key={round}>{table > 0 ? formatNumber(table) : '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ))

interface HeadingProps {
  event: Event
  part: number
  whole: number
  children: ReactNode
}

const Heading = ({ event, part, whole, children }: HeadingProps) => (
  <p className={styles.heading}>
    <strong dir="auto">{event.title}</strong>
    <span>
      {children} · {ofEvents.deskPartOf({ part, whole })}
    </span>
  </p>
)
