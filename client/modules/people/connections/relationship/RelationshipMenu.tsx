import { useState } from 'react'

import * as m from '#shared/people/messages.ts'
import type { RelationshipState } from '#shared/people/connection-rules.ts'
import type { Relationship } from '#shared/people/connections.ts'
import { useReport } from '#client/modules/people/members/use-report.ts'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { MoreIcon } from '#client/ui/icons/member-icons.tsx'
import { Menu } from '#client/ui/overlays/Menu.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { type MemberRef, useBlockCommands, useConnectionCommands } from './commands.ts'

interface Props {
  member: MemberRef
  relationship: Relationship
  /** Runs before the lists are refetched, for a screen that exists only for people who are connected. */
  onRemoved?: () => void | Promise<void>
}

/** Rare and destructive actions, out of the way of an accidental press. */
export function RelationshipMenu({ member, relationship, onRemoved }: Props) {
  const { run } = useConnectionCommands(member, relationship.connectionId, onRemoved)
  const [blocking, setBlocking] = useState(false)
  const report = useReport()
  const { connectionId, note } = relationship
  const items = [
    ...(relationship.state === 'connected' ? [{ label: m.menuRemove(), onSelect: () => run('remove') }] : []),
    ...(relationship.state === 'requestReceived' && note && connectionId
      ? [{ label: m.menuReportNote(), onSelect: () => report('note', connectionId) }]
      : []),
    { label: m.menuReport(), onSelect: () => report('profile', member.id) },
    { label: m.block(), tone: 'danger' as const, onSelect: () => setBlocking(true) },
  ]
  return (
    <>
      <Menu
        label={m.menu({ name: member.displayName })}
        trigger={<MoreIcon />}
        items={member.former ? items.slice(0, -2) : items}
      />
      <BlockDialog
        member={member}
        state={relationship.state}
        open={blocking}
        onClose={() => setBlocking(false)}
        onBlocked={onRemoved}
      />
    </>
  )
}

interface BlockDialogProps {
  member: MemberRef
  state: RelationshipState
  open: boolean
  onClose: () => void
  onBlocked: (() => void | Promise<void>) | undefined
}

/** Consequences that unblocking does not reverse. */
const ENDS: Partial<Record<RelationshipState, () => string>> = {
  connected: m.blockEndsConnection,
  requestSent: m.blockEndsSent,
  requestReceived: m.blockEndsReceived,
}

function BlockDialog({ member, state, open, onClose, onBlocked }: BlockDialogProps) {
  const { displayName } = member
  const { run, isPending } = useBlockCommands(member, () => {
    onClose()
    return onBlocked?.()
  })
  return (
    <ConfirmDialog
      open={open}
      title={m.blockQuestion({ name: displayName })}
      confirm={m.block()}
      danger
      busy={isPending && m.blocking()}
      onClose={onClose}
      onConfirm={() => run('block')}
    >
      <ul className={patterns.bulleted}>
        <li>{m.blockSilent({ name: displayName })}</li>
        <li>{m.blockTheyFind()}</li>
        <li>{m.blockYouFind()}</li>
        {ENDS[state] && <li>{ENDS[state]()}</li>}
        <li>{m.blockOrganisers()}</li>
      </ul>
    </ConfirmDialog>
  )
}
