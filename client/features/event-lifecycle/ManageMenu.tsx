import { useState } from 'react'

import { CHECK_IN_OPENS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Menu, type MenuItem } from '#client/ui/Menu.tsx'

import { COMMAND_LABELS, type LifecycleCommand, availableCommands } from './commands.ts'
import { LifecycleDialog } from './LifecycleDialog.tsx'
import styles from './lifecycle.module.css'

/** Everything that those who run an event can do with it. */
interface Props {
  event: EventDetails
  panels: readonly MenuItem[]
}

export function ManageMenu({ event, panels }: Props) {
  const [asking, setAsking] = useState<LifecycleCommand>()
  // As text, so that it renders only when there is something else to choose.
  const possible = useClock((now) => availableCommands(event, now).join(' '))
  const acts = possible.split(' ').filter(Boolean) as LifecycleCommand[]
  const items = [
    ...panels,
    ...acts.map((act) => ({
      label: COMMAND_LABELS[act].label,
      onSelect: () => setAsking(act),
      ...(COMMAND_LABELS[act].tone && { tone: COMMAND_LABELS[act].tone }),
    })),
  ]
  const isAtDoor = useClock((now) => hasOpenCheckIn(event, now))
  if (items.length === 0) return null
  return (
    <>
      {isAtDoor && <LinkButton to="?manage=check-in">Check people in</LinkButton>}
      <Menu trigger={TRIGGER} items={items} />
      <LifecycleDialog event={event} act={asking} onClose={() => setAsking(undefined)} />
    </>
  )
}

/** Just then, nothing is wanted more often. */
const hasOpenCheckIn = ({ status, format, startsAt, endsAt }: EventDetails, now: number) =>
  status === 'published' &&
  format !== 'online' &&
  Date.parse(startsAt) - CHECK_IN_OPENS <= now &&
  now < Date.parse(endsAt)

const TRIGGER = (
  <span className={styles.trigger}>
    Manage
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  </span>
)
