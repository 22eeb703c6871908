import { useState } from 'react'

import { CHECK_IN_OPENS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Menu, type MenuItem } from '#client/ui/Menu.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { availableCommands, COMMAND_LABELS, type LifecycleCommand } from './commands.ts'
import styles from './lifecycle.module.css'
import { LifecycleDialog } from './LifecycleDialog.tsx'

interface Props {
  event: EventDetails
  panels: readonly MenuItem[]
}

export function ManageMenu({ event, panels }: Props) {
  const [command, setCommand] = useState<LifecycleCommand>()
  // A string, so that it renders only when the commands change.
  const available = useClock((now) => availableCommands(event, now).join(' '))
  const commands = available.split(' ').filter(Boolean) as LifecycleCommand[]
  const items = [
    ...panels,
    ...commands.map((each) => ({
      label: COMMAND_LABELS[each].label,
      onSelect: () => setCommand(each),
      ...(COMMAND_LABELS[each].tone && { tone: COMMAND_LABELS[each].tone }),
    })),
  ]
  const isCheckInTime = useClock((now) => hasOpenCheckIn(event, now))
  if (items.length === 0) return null
  return (
    <>
      {isCheckInTime && <LinkButton to="?manage=check-in">Start check-in</LinkButton>}
      <Menu trigger={TRIGGER} items={items} />
      <LifecycleDialog event={event} command={command} onClose={() => setCommand(undefined)} />
    </>
  )
}

/** Organisers need check-in most at that time, so it gets a button of its own. */
const hasOpenCheckIn = ({ status, format, startsAt, endsAt }: EventDetails, now: number) =>
  status === 'published' &&
  format !== 'online' &&
  Date.parse(startsAt) - CHECK_IN_OPENS <= now &&
  now < Date.parse(endsAt)

const TRIGGER = (
  <span className={styles.trigger}>
    Manage
    <svg className={styles.arrow} viewBox="0 0 16 16" aria-hidden="true">
      <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  </span>
)

export function DraftNotice({ event }: { event: EventDetails }) {
  const [isPublishing, setPublishing] = useState(false)
  return (
    <Notice
      tone="info"
      title="This is a draft."
      actions={
        <>
          <Button onClick={() => setPublishing(true)}>Publish…</Button>
          <LinkButton variant="secondary" to="?manage=edit">
            Keep editing
          </LinkButton>
        </>
      }
    >
      Only organisers can see it. Members will see it like this once it’s published.
      <LifecycleDialog
        event={event}
        command={isPublishing ? 'publish' : undefined}
        onClose={() => setPublishing(false)}
      />
    </Notice>
  )
}
