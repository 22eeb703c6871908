import * as m from '#shared/events/messages.ts'
import type { RosterEntry } from '#shared/programme/roster.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { Menu, type MenuItem } from '#client/ui/overlays/Menu.tsx'

import type { EntryCommand } from './commands.ts'
import styles from './roster.module.css'

interface Props {
  entry: RosterEntry
  onChoose: (command: EntryCommand) => void
}

/** Organisers' commands for one person. Empty for members whose profile they can’t open. */
export function EntryMenu({ entry: { member, state, hasProfile }, onChoose }: Props) {
  const auth = useAuth()
  const isViewer = auth.state === 'signed-in' && auth.user.uid === member.id
  if (!(hasProfile || member.guest) || state === 'declined') return null
  const items: MenuItem[] = [
    ...(state === 'waitlisted'
      ? [{ label: m.rosterPromoteMenu(), onSelect: () => onChoose('promote') }]
      : []),
    ...(isViewer || member.guest
      ? []
      : [{ label: m.rosterMessageMenu(), onSelect: () => onChoose('message') }]),
    ...(state === 'requested'
      ? []
      : [{ label: m.rosterRemoveMenu(), tone: 'danger' as const, onSelect: () => onChoose('remove') }]),
  ]
  if (items.length === 0) return null
  return <Menu label={m.rosterActions({ name: member.displayName })} trigger={DOTS} items={items} />
}

const DOTS = (
  <svg className={styles.dots} viewBox="0 0 20 20" aria-hidden="true">
    <path d="M4 10h.01M10 10h.01M16 10h.01" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
  </svg>
)
