import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { formatStamp } from '#client/lib/dates.ts'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import { allMembers } from './queries.ts'

const COLUMNS = ['Name', 'Email', 'Role', 'Status', 'Joined']

export function Members() {
  const list = useSuspenseInfiniteQuery(allMembers)
  return (
    <Stack gap={3}>
      <h2>Members</h2>
      <Table label="Members" columns={COLUMNS}>
        {list.data.map(({ id, displayName, email, role, status, joinedAt }) => (
          <tr key={id}>
            <th scope="row">{displayName || 'Not named yet'}</th>
            <td>{email}</td>
            <td>{role}</td>
            <td>{status}</td>
            <td>
              <time dateTime={joinedAt}>{formatStamp(joinedAt)}</time>
            </td>
          </tr>
        ))}
      </Table>
      <ShowMore {...list} />
    </Stack>
  )
}
