import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/admin/messages.ts'
import { tierName } from '#shared/people/messages.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/lists/Table.tsx'

import { closedRings } from './prestige-queries.ts'

const columns = () => [m.members(), m.prestigeTiers(), m.prestigePoints()]

export function ClosedRings() {
  const { data } = useSuspenseQuery(closedRings)
  return (
    <Stack gap={3}>
      <h2>{m.prestigeRings()}</h2>
      <p className={patterns.muted}>{m.prestigeRingsText()}</p>
      {data.items.length === 0 ? (
        <p>{m.prestigeRingsNone()}</p>
      ) : (
        <Table label={m.prestigeRings()} columns={columns()}>
          {data.items.map(({ members }) => (
            <tr key={members[0]?.id}>
              <th scope="row">{members.map(({ displayName }) => displayName).join(', ')}</th>
              <td>{members.map(tierName).join(', ')}</td>
              <td>{members.map(({ points }) => points).join(', ')}</td>
            </tr>
          ))}
        </Table>
      )}
    </Stack>
  )
}
