import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { FORMER_MEMBER, type MemberRole, type MemberStatus } from '#shared/profile.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import { allMembers } from './queries.ts'

const ROLES: Record<MemberRole, string> = { member: 'Member', organiser: 'Organiser', admin: 'Admin' }
const STATUSES: Record<MemberStatus, string> = {
  pending: 'Waits for approval',
  active: 'Active',
  suspended: 'Suspended',
  former: 'Deleted',
}
const COLUMNS = ['Name', 'Email', 'Role', 'Status', 'Joined']

export function Members() {
  const list = useSuspenseInfiniteQuery(allMembers)
  return (
    <Stack gap={3}>
      <h2>Members</h2>
      <Table label="Members" columns={COLUMNS}>
        {list.data.map(({ id, displayName, email, role, status, joinedAt }) => (
          <tr key={id}>
            <th scope="row">{status === 'former' ? FORMER_MEMBER : displayName || 'Not named yet'}</th>
            <td>{email}</td>
            <td>{ROLES[role]}</td>
            <td>{STATUSES[status]}</td>
            <td>
              <DateOf at={joinedAt} />
            </td>
          </tr>
        ))}
      </Table>
      <ShowMore {...list} />
    </Stack>
  )
}
