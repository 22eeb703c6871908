import { useState } from 'react'

import type { RelationshipState } from '#shared/connection-rules.ts'
import type { Relationship } from '#shared/connections.ts'
import { useReport } from '#client/lib/use-report.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { MoreIcon } from '#client/ui/member-icons.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import patterns from '#client/ui/patterns.module.css'

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
    ...(relationship.state === 'connected'
      ? [{ label: 'Remove connection', onSelect: () => run('remove') }]
      : []),
    ...(relationship.state === 'requestReceived' && note && connectionId
      ? [{ label: 'Report note', onSelect: () => report('note', connectionId) }]
      : []),
    { label: 'Report', onSelect: () => report('profile', member.id) },
    { label: 'Block', tone: 'danger' as const, onSelect: () => setBlocking(true) },
  ]
  return (
    <>
      <Menu
        label={`More options for ${member.displayName}`}
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

/** What ends now and does not come back with unblocking. */
const ENDS: Partial<Record<RelationshipState, string>> = {
  connected: 'Your connection ends. Unblocking does not bring it back.',
  requestSent: 'Your request is withdrawn.',
  requestReceived: 'You will not see their request any more.',
}

function BlockDialog({ member, state, open, onClose, onBlocked }: BlockDialogProps) {
  const { displayName } = member
  const { run, isPending } = useBlockCommands(member, () => {
    onClose()
    return onBlocked?.()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Block ${displayName}?`}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isPending && 'Blocking…'} onClick={() => run('block')}>
            Block
          </Button>
        </>
      }
    >
      <ul className={patterns.bulleted}>
        <li>{displayName} is not told.</li>
        <li>
          They no longer find you: not in the directory, not among those who come to an event, not by your
          profile link.
        </li>
        <li>
          You no longer find them either, except in your list of blocked people, where you can unblock them.
        </li>
        {ENDS[state] && <li>{ENDS[state]}</li>}
        <li>Organisers of an event still see everyone who comes to it.</li>
      </ul>
    </Dialog>
  )
}
