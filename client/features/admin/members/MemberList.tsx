import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { AdminMemberRow } from '#shared/admin-members.ts'
import { adminMemberPath } from '#shared/admin-paths.ts'
import { MEMBERSHIP_LIMITS } from '#shared/membership-actions.ts'
import { DownloadButton } from '#client/features/admin/DownloadButton.tsx'
import { ROLE_LABELS, STATUS_LABELS } from '#client/features/admin/labels.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { DateOf, LastDay } from '#client/lib/time/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/patterns.module.css'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import { Filters } from './Filters.tsx'
import { NO_FILTER, useMemberFilter } from './filter.ts'
import styles from './members.module.css'
import { downloadMembers, memberList } from './queries.ts'
import { ResendVerification } from './ResendVerification.tsx'
import { SelectionBar } from './SelectionBar.tsx'

const COLUMNS = ['Select', 'Name', 'Status', 'Role', 'Email', 'Joined', 'Last active', 'Tier']

export function MemberList() {
  const { filter, change, isFiltered } = useMemberFilter()
  const list = useSuspenseInfiniteQuery(memberList(filter))
  const searching = useIsFetching({ queryKey: ['admin', 'members', 'list'] }) > 0 && !list.isFetchingNextPage
  const [selected, setSelected] = useState<ReadonlyMap<string, AdminMemberRow>>(new Map())
  const { items, total, sendsEmail } = list.data
  const select = (member: AdminMemberRow, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Map(before)
      if (!isSelected) next.delete(member.id)
      else if (next.size < MEMBERSHIP_LIMITS.batch) next.set(member.id, member)
      return next
    })
  // Those that are on screen have their latest version.
  const chosen = [...selected.values()].map((member) => items.find(({ id }) => id === member.id) ?? member)
  return (
    <Stack gap={4}>
      <div className={styles.header}>
        <h2 className={styles.heading}>Members</h2>
        {sendsEmail && <ResendVerification />}
      </div>
      <Filters filter={filter} onChange={change} />
      <div className={styles.summary}>
        <output>{countLabel(total, isFiltered)}</output>
        {isFiltered && (
          <Button variant="quiet" onClick={() => change(NO_FILTER)}>
            Clear filters
          </Button>
        )}
        <DownloadButton label="Download CSV" file="members.csv" download={() => downloadMembers(filter)} />
      </div>
      <SelectionBar
        members={chosen}
        onSelectShown={() =>
          setSelected(new Map(items.slice(0, MEMBERSHIP_LIMITS.batch).map((member) => [member.id, member])))
        }
        shown={Math.min(items.length, MEMBERSHIP_LIMITS.batch)}
        onClear={() => setSelected(new Map())}
      />
      {items.length === 0 ? (
        <p className={patterns.muted}>No matches. Try removing a filter.</p>
      ) : (
        <div className={patterns.refreshing} data-stale={searching || undefined}>
          <Table label="Members" columns={COLUMNS}>
            {items.map((member) => (
              <Row
                key={member.id}
                member={member}
                isSelected={selected.has(member.id)}
                onSelect={(isSelected) => select(member, isSelected)}
              />
            ))}
          </Table>
          <ShowMore {...list} />
        </div>
      )}
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
  const { id, displayName, status, role, email, joinedAt, activeOn, tier, suspendedUntil } = member
  const name = displayName || 'No name yet'
  return (
    <tr>
      <td>
        <label className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select ${displayName || email}`}
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
        {STATUS_LABELS[status]}
        {suspendedUntil && (
          <>
            {', last day '}
            <LastDay end={suspendedUntil} />
          </>
        )}
      </td>
      <td>{ROLE_LABELS[role]}</td>
      <td className={styles.email}>
        <Email address={email} />
      </td>
      <td>
        <DateOf at={joinedAt} />
      </td>
      <td>{activeOn ? formatOn(activeOn) : '–'}</td>
      <td>{tier}</td>
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

function countLabel(total: number, isFiltered: boolean) {
  const members = total === 1 ? '1 member' : `${total.toLocaleString('en')} members`
  return isFiltered ? `${members} found` : members
}
