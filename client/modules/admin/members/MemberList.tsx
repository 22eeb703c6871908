import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { tierName } from '#shared/people/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { AdminMemberRow } from '#shared/admin/members.ts'
import { adminMemberPath } from '#shared/lib/paths/admin.ts'
import { MEMBERSHIP_LIMITS } from '#shared/accounts/membership-actions.ts'
import { DownloadButton } from '#client/modules/admin/DownloadButton.tsx'
import { formatOn } from '#client/lib/time/dates.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { DataTable } from '#client/ui/lists/DataTable.tsx'
import { FilterBar } from '#client/ui/lists/FilterBar.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { ApproveButton } from './ApproveButton.tsx'
import { fields, useMemberFilter } from './filter.ts'
import styles from './members.module.css'
import { downloadMembers, memberList } from './queries.ts'
import { ResendVerification } from './ResendVerification.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { Status } from './Status.tsx'

const columns = () => [
  m.membersSelect(),
  m.name(),
  m.membersStatus(),
  m.membersRole(),
  m.email(),
  m.membersJoined(),
  m.membersLastActive(),
  m.membersTier(),
]

export function MemberList() {
  const filters = useMemberFilter()
  const { filter, isFiltered } = filters
  const list = useSuspenseInfiniteQuery(memberList(filter))
  const [selected, setSelected] = useState<ReadonlyMap<string, AdminMemberRow>>(new Map())
  const { items, total, sendsEmail } = list.data
  const select = (member: AdminMemberRow, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Map(before)
      if (!isSelected) next.delete(member.id)
      else if (next.size < MEMBERSHIP_LIMITS.batch) next.set(member.id, member)
      return next
    })
  // Members on screen have their latest version.
  const chosen = [...selected.values()].map((member) => items.find(({ id }) => id === member.id) ?? member)
  return (
    <Stack gap={4}>
      <div className={styles.header}>
        <h2>{m.members()}</h2>
        {sendsEmail && <ResendVerification />}
      </div>
      <FilterBar
        filters={filters}
        search={{ label: m.membersSearch(), placeholder: m.membersSearchHint() }}
        fields={fields()}
        count={countLabel(total, isFiltered)}
        actions={
          <DownloadButton
            label={m.downloadCsv()}
            file="members.csv"
            download={() => downloadMembers(filter)}
          />
        }
      />
      <SelectionBar
        members={chosen}
        onSelectShown={() =>
          setSelected(new Map(items.slice(0, MEMBERSHIP_LIMITS.batch).map((member) => [member.id, member])))
        }
        shown={Math.min(items.length, MEMBERSHIP_LIMITS.batch)}
        onClear={() => setSelected(new Map())}
      />
      <DataTable
        label={m.members()}
        columns={columns()}
        items={items}
        paging={list}
        queryKey={['admin', 'members', 'list']}
        empty={m.noMatches()}
        renderRow={(member) => (
          <Row
            key={member.id}
            member={member}
            isSelected={selected.has(member.id)}
            onSelect={(isSelected) => select(member, isSelected)}
          />
        )}
      />
    </Stack>
  )
}

function Row({
  member,
  isSelected,
  onSelect,
}: {
  member: AdminMemberRow
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}) {
  const { id, displayName, status, role, email, joinedAt, activeOn, tier } = member
  const name = displayName || m.noName()
  return (
    <tr>
      <td>
        <label className={styles.select}>
          <input
            type="checkbox"
            aria-label={m.membersSelectOne({ name: displayName || email })}
            checked={isSelected}
            disabled={status === 'former'}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </label>
      </td>
      <th scope="row">
        <Link to={adminMemberPath(id)}>{name}</Link>
      </th>
      <td className={styles.status}>
        <Status {...member} />
        {status === 'pending' && <ApproveButton member={member} />}
      </td>
      <td>{m.roleName({ role })}</td>
      <td className={styles.email}>
        <Email address={email} />
      </td>
      <td>
        <DateOf at={joinedAt} />
      </td>
      <td>{activeOn ? formatOn(activeOn) : '–'}</td>
      <td>{tierName({ tier })}</td>
    </tr>
  )
}

/** Wraps before the domain rather than anywhere. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

const countLabel = (count: number, isFiltered: boolean) =>
  isFiltered ? m.membersFound({ count }) : m.membersCount({ count })
