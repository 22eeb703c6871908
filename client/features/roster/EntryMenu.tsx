import type { RosterEntry } from '#shared/roster.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { Menu, type MenuItem } from '#client/ui/Menu.tsx'

import type { EntryCommand } from './commands.ts'
import styles from './roster.module.css'

interface Props {
  entry: RosterEntry
  onChoose: (command: EntryCommand) => void
}

/** What an organiser can do about one person; nothing about those whose profile they can’t open. */
export function EntryMenu({ entry: { member, state, hasProfile }, onChoose }: Props) {
  const auth = useAuth()
  const isViewer = auth.state === 'signed-in' && auth.user.uid === member.id
  if (!hasProfile || state === 'declined') return null
  const items: MenuItem[] = [
    ...(state === 'waitlisted' ? [{ label: 'Give seat now…', onSelect: () => onChoose('promote') }] : []),
    ...(isViewer ? [] : [{ label: 'Send message…', onSelect: () => onChoose('message') }]),
    { label: 'Remove…', tone: 'danger', onSelect: () => onChoose('remove') },
  ]
  return <Menu label={`Actions for ${member.displayName}`} trigger={DOTS} items={items} />
}

const DOTS = (
  <svg className={styles.dots} viewBox="0 0 20 20" aria-hidden="true">
    <path d="M4 10h.01M10 10h.01M16 10h.01" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
  </svg>
)
