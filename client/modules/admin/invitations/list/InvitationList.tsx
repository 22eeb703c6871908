import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import * as m from '#shared/admin/messages.ts'
import { INVITATION_STATES } from '#shared/accounts/invitation-rules.ts'
import type { InvitationFilter } from '#shared/accounts/invitations.ts'
import { DownloadButton } from '#client/modules/admin/DownloadButton.tsx'
import { Button } from '#client/ui/Button.tsx'
import { DataTable } from '#client/ui/lists/DataTable.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { FilterBar, filterOptions, useUrlFilter } from '#client/ui/lists/FilterBar.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { InvitationRow } from './InvitationRow.tsx'
import styles from './invitations.module.css'
import { downloadLinks, invitationList } from './queries.ts'

const columns = () => [
  m.email(),
  m.name(),
  m.state(),
  m.invitationsSent(),
  m.invitationsSentBy(),
  m.invitationsActions(),
]
const states = () => [
  ...filterOptions(m.anyState(), INVITATION_STATES, (state) => m.invitationState({ state })),
  { value: 'approval', label: m.invitationsOtherAddress() },
]

export function InvitationList({ onInvite }: { onInvite: () => void }) {
  const filters = useUrlFilter<InvitationFilter>(['q', 'state'])
  const { filter, isFiltered } = filters
  const list = useSuspenseInfiniteQuery(invitationList(filter))
  const { items, sendsEmail } = list.data
  if (items.length === 0 && !isFiltered)
    return (
      <EmptyState
        title={m.invitationsNone()}
        action={<Button onClick={onInvite}>{m.invitationsInvite()}</Button>}
      >
        {m.invitationsNoneText()}
      </EmptyState>
    )
  return (
    <Stack gap={4}>
      <div className={styles.header}>
        <h2>{m.invitationsTitle()}</h2>
        <Button onClick={onInvite}>{m.invitationsInvite()}</Button>
      </div>
      <FilterBar
        filters={filters}
        search={{ label: m.invitationsSearch(), placeholder: m.invitationsSearchHint() }}
        // A search covers every state.
        fields={filter.q ? {} : { state: { label: m.state(), options: states() } }}
        actions={
          <DownloadButton
            label={m.invitationsDownload()}
            file="invitation-links.csv"
            download={downloadLinks}
          />
        }
      />
      <DataTable
        label={m.invitationsTitle()}
        columns={columns()}
        items={items}
        paging={list}
        queryKey={['admin', 'invitations', 'list']}
        empty={m.noMatches()}
        renderRow={(invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} sendsEmail={sendsEmail} />
        )}
      />
    </Stack>
  )
}
