import { Suspense, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { CHECK_IN_OPENS } from '#shared/events/rules.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { useStepDown } from '#client/modules/events/roles/use-step-down.tsx'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Menu, type MenuItem } from '#client/ui/overlays/Menu.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { availableCommands, isDestructive, LIFECYCLE_COMMANDS, type LifecycleCommand } from './commands.ts'
import styles from './lifecycle.module.css'

// Downloaded when a command is chosen: most members have none.
const LifecycleDialog = lazyPart(() => import('./LifecycleDialog.tsx'), 'LifecycleDialog')

interface Props {
  event: EventDetails
  panels: readonly MenuItem[]
}

export function ManageMenu({ event, panels }: Props) {
  const [command, setCommand] = useState<LifecycleCommand>()
  const stepDown = useStepDown(event)
  // A string, so that it renders only when the commands change.
  const available = useClock((now) => availableCommands(event, now).join(' '))
  const commands = LIFECYCLE_COMMANDS.filter((each) => available.split(' ').includes(each))
  const items = [
    ...panels,
    ...commands.map((each) => ({
      label: m.lifecycleMenu({ command: each }),
      onSelect: () => setCommand(each),
      tone: isDestructive(each) ? ('danger' as const) : undefined,
    })),
    ...stepDown.items,
  ]
  const isCheckInTime = useClock((now) => hasOpenCheckIn(event, now))
  if (items.length === 0) return null
  return (
    <>
      {isCheckInTime && <LinkButton to="?manage=check-in">{m.checkInStart()}</LinkButton>}
      <Menu trigger={<Trigger />} items={items} />
      {command && (
        <Suspense>
          <LifecycleDialog event={event} command={command} onClose={() => setCommand(undefined)} />
        </Suspense>
      )}
      {stepDown.dialog}
    </>
  )
}

/** Organisers need check-in most at that time, so it gets its own button. */
const hasOpenCheckIn = ({ status, format, startsAt, endsAt }: EventDetails, now: number) =>
  status === 'published' &&
  format !== 'online' &&
  Date.parse(startsAt) - CHECK_IN_OPENS <= now &&
  now < Date.parse(endsAt)

const Trigger = () => (
  <span className={styles.trigger}>
    {m.lifecycleManage()}
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
      title={m.draft()}
      actions={
        <>
          {canOnEvent(event, 'manage') && (
            <Button onClick={() => setPublishing(true)}>{m.lifecycleMenu({ command: 'publish' })}</Button>
          )}
          <LinkButton variant="secondary" to="?manage=edit">
            {words.keepEditing()}
          </LinkButton>
        </>
      }
    >
      {m.lifecycleDraftText()}
      {isPublishing && (
        <Suspense>
          <LifecycleDialog event={event} command="publish" onClose={() => setPublishing(false)} />
        </Suspense>
      )}
    </Notice>
  )
}
