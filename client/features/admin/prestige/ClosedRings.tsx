import { useSuspenseQuery } from '@tanstack/react-query'

import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import { closedRings } from './prestige-queries.ts'

const COLUMNS = ['Members', 'Tiers', 'Points']

export function ClosedRings() {
  const { data } = useSuspenseQuery(closedRings)
  return (
    <Stack gap={3}>
      <h2>Closed rings</h2>
      <p className={patterns.muted}>
        Groups whose members only confirm each other. That can be a coincidence, so nothing happens
        automatically.
      </p>
      {data.items.length === 0 ? (
        <p>No closed rings.</p>
      ) : (
        <Table label="Closed rings" columns={COLUMNS}>
          {data.items.map(({ members }) => (
            <tr key={members[0]?.id}>
              <th scope="row">{members.map(({ displayName }) => displayName).join(', ')}</th>
              <td>{members.map(({ tier }) => tier).join(', ')}</td>
              <td>{members.map(({ points }) => points).join(', ')}</td>
            </tr>
          ))}
        </Table>
      )}
    </Stack>
  )
}
