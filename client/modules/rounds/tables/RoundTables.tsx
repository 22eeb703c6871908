import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { paths } from '#shared/lib/paths.ts'
import { guestWithoutAccount } from '#shared/events/messages.ts'
import * as m from '#shared/rounds/messages.ts'
import type { TablePerson, TablePlan } from '#shared/rounds/tables.ts'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Tabs } from '#client/ui/page/Tabs.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { dotted } from '#client/ui/text/dotted.ts'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { MovePerson } from './MovePerson.tsx'
import { tableReasons } from './queries.ts'
import styles from './tables.module.css'

interface Props {
  event: PanelProps['event']
  plan: TablePlan
}

/** The tables of one round, which the URL names. */
export function RoundTables({ event, plan }: Props) {
  const { rounds, tables, people, version } = plan
  const [params, change] = useUrlParams()
  const round = Math.min(Math.max(Math.trunc(Number(params.get('round'))) || 1, 1), rounds)
  const [moving, setMoving] = useState<TablePerson>()
  const { data: found } = useQuery(tableReasons(event.id, round, version))
  const reasons = new Map(found?.items.map((each) => [each.table, each.reasons]))
  const atTable = Map.groupBy(people, (person) => person.tables[round - 1] ?? 0)
  const numbers = [...Array.from({ length: tables }, (_, at) => at + 1), ...(atTable.has(0) ? [0] : [])]
  return (
    <Tabs
      label={m.rounds()}
      tabs={Array.from({ length: rounds }, (_, at) => ({
        value: `${at + 1}`,
        label: m.tablesRound({ round: at + 1 }),
      }))}
      value={`${round}`}
      onChange={(value) => change({ round: value === '1' ? '' : value })}
    >
      <div className={styles.tables}>
        {numbers.map((table) => (
          <Table
            key={table}
            table={table}
            people={atTable.get(table) ?? []}
            reasons={reasons.get(table) ?? []}
            onMove={setMoving}
          />
        ))}
      </div>
      <MovePerson
        key={moving?.member.id}
        event={event}
        plan={plan}
        round={round}
        person={moving}
        onClose={() => setMoving(undefined)}
      />
    </Tabs>
  )
}

interface TableProps {
  /** 0 for people without a seat. */
  table: number
  people: readonly TablePerson[]
  reasons: readonly string[]
  onMove: (person: TablePerson) => void
}

const Table = ({ table, people, reasons, onMove }: TableProps) => (
  <Card
    title={table > 0 ? m.tablesTable({ table }) : m.tablesWithoutSeat()}
    actions={
      <span className={patterns.small}>{people.reduce((sum, { guests }) => sum + 1 + guests, 0)}</span>
    }
  >
    <ul className={patterns.ruled}>
      {people.map((person) => (
        <li key={person.member.id} className={styles.person}>
          <Person
            name={person.member.displayName}
            photo={person.member.photo}
            lines={[lineOf(person), detailsOf(person)]}
            to={person.member.guest ? undefined : paths.memberProfile(person.member.id)}
          />
          <Button variant="quiet" onClick={() => onMove(person)}>
            {rich(m.tablesMove({ hidden, name: person.member.displayName }))}
          </Button>
        </li>
      ))}
    </ul>
    {reasons.length > 0 && (
      <details>
        <summary className={patterns.summary}>{m.tablesReasons()}</summary>
        <ul className={patterns.bulleted}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    )}
  </Card>
)

const lineOf = ({ member }: TablePerson) =>
  member.guest ? guestWithoutAccount() : (member.company ?? member.headline)

const detailsOf = ({ isHost, guests, checkedInAt }: TablePerson) =>
  dotted([
    isHost && m.tablesHost(),
    guests > 0 && m.tablesGuests({ count: guests }),
    checkedInAt !== undefined && m.tablesArrived(),
  ])
