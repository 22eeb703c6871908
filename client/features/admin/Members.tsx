import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import type { AdminMemberRow } from '#shared/admin-members.ts'
import { FORMER_MEMBER, type MemberRole, type MemberStatus } from '#shared/profile.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

const allMembers = pagedQuery<AdminMemberRow>(['admin', 'members'], '/api/admin/members')

const ROLES: Record<MemberRole, string> = { member: 'Member', organiser: 'Organiser', admin: 'Admin' }
const STATUSES: Record<MemberStatus, string> = {
  pending: 'Pending approval',
  active: 'Active',
  suspended: 'Suspended',
  declined: 'Declined',
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
            <th scope="row">{status === 'former' ? FORMER_MEMBER : displayName || 'No name yet'}</th>
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
