import { useState } from 'react'

import type { Relationship } from '#shared/connections.ts'
import { MoreIcon } from '#client/ui/member-icons.tsx'
import { Menu } from '#client/ui/Menu.tsx'

import { BlockDialog } from './BlockDialog.tsx'
import { type Named, useConnectionCommands } from './use-connection-commands.ts'

interface Props {
  member: Named
  relationship: Relationship
  /** Before the lists are fetched anew: for a place that is only there for people who are connected. */
  onGone?: () => void | Promise<void>
}

/** What is rarely wanted, and never by accident. */
export function RelationshipMenu({ member, relationship, onGone }: Props) {
  const { run } = useConnectionCommands(member, relationship.connectionId, onGone)
  const [blocking, setBlocking] = useState(false)
  const block = { label: 'Block', tone: 'danger' as const, onSelect: () => setBlocking(true) }
  const remove = { label: 'Remove from connections', onSelect: () => run('remove') }
  return (
    <>
      <Menu
        label={`More about ${member.displayName}`}
        trigger={<MoreIcon />}
        items={relationship.state === 'connected' ? [remove, block] : [block]}
      />
      <BlockDialog
        member={member}
        state={relationship.state}
        open={blocking}
        onClose={() => setBlocking(false)}
        onBlocked={onGone}
      />
    </>
  )
}
