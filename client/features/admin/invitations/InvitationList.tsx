import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import { INVITATION_STATES } from '#shared/invitation-rules.ts'
import type { InvitationFilter } from '#shared/invitations.ts'
import { DownloadButton } from '#client/features/admin/DownloadButton.tsx'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import patterns from '#client/ui/patterns.module.css'
import { SearchField } from '#client/ui/SearchField.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import { InvitationRow } from './InvitationRow.tsx'
import styles from './invitations.module.css'
import { downloadLinks, invitationList } from './queries.ts'
import { STATE_LABELS } from './state-labels.ts'

const COLUMNS = ['Email', 'Name', 'State', 'Sent', 'Sent by', 'Actions']
const STATES = [
  { value: '', label: 'Any state' },
  ...INVITATION_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  { value: 'consent', label: 'Another address' },
]

export function InvitationList({ onInvite }: { onInvite: () => void }) {
  const { filter, change } = useFilter()
  const list = useSuspenseInfiniteQuery(invitationList(filter))
  const { items, sendsEmail } = list.data
  const searching =
    useIsFetching({ queryKey: ['admin', 'invitations', 'list'] }) > 0 && !list.isFetchingNextPage
  const isFiltered = Boolean(filter.state || filter.q)
  if (items.length === 0 && !isFiltered)
    return (
      <EmptyState title="No invitations yet" action={<Button onClick={onInvite}>Invite people</Button>}>
        Invite people one by one, from a list of addresses or from a CSV file. They need no approval.
      </EmptyState>
    )
  return (
    <Stack gap={4}>
      <div className={styles.header}>
        <h2>Invitations</h2>
        <div className={patterns.actions}>
          <DownloadButton label="Download open links" file="invitation-links.csv" download={downloadLinks} />
          <Button onClick={onInvite}>Invite people</Button>
        </div>
      </div>
      <div className={styles.filters}>
        <SearchField
          label="Search invitations"
          placeholder="Beginning of the email address"
          value={filter.q ?? ''}
          onSearch={(q) => change({ q })}
        />
        <SelectField
          name="state"
          label="State"
          options={STATES}
          value={filter.state ?? ''}
          onChange={(state) => change({ state })}
        />
      </div>
      {items.length === 0 ? (
        <p className={patterns.muted}>No matches.</p>
      ) : (
        <div className={patterns.refreshing} data-stale={searching || undefined}>
          <Table label="Invitations" columns={COLUMNS}>
            {items.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} sendsEmail={sendsEmail} />
            ))}
          </Table>
          <ShowMore {...list} />
        </div>
      )}
    </Stack>
  )
}

/** In the URL. A search covers every state. */
function useFilter() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const state = STATES.find(({ value }) => value === search.get('state'))?.value ?? ''
  const filter = { ...(q ? { q } : state && { state }) } as InvitationFilter
  const change = (next: { q?: string; state?: string }) =>
    setSearch(
      {
        section: 'invitations',
        ...Object.fromEntries(Object.entries(next).filter(([, value]) => value)),
      },
      { replace: next.q !== undefined, preventScrollReset: true },
    )
  return { filter, change }
}
