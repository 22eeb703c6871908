import { useQuery } from '@tanstack/react-query'

import { locale } from '#shared/lib/language/current.ts'
import * as m from '#shared/rounds/messages.ts'
import type { OwnTables as Own } from '#shared/rounds/tables.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { rich, strong } from '#client/ui/rich.tsx'

import { ownTables } from './queries.ts'

/** The viewer's own tables at an event, once they are published. */
export function OwnTables({ event }: { event: EventDetails }) {
  const { data } = useQuery(ownTables(event.id))
  if (!data || data.rounds.length === 0) return null
  return (
    <Card title={m.tablesOwn()}>
      <Facts>
        {data.rounds.map(({ round, table, people }) => (
          <Fact key={round} name={m.tablesRound({ round })}>
            {rich(m.tablesOwnLine({ b: strong, table, count: people.length, names: namesOf(people) }))}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}

const lists = new Intl.ListFormat(locale())
const namesOf = (people: Own['rounds'][number]['people']) =>
  lists.format(people.map(({ displayName }) => displayName))
