import { useState } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { panelsOf } from '#client/features/events/manage.tsx'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Menu } from '#client/ui/Menu.tsx'

import { ACT_WORDS, type LifecycleAct, possibleActs } from './acts.ts'
import { LifecycleDialog } from './LifecycleDialog.tsx'
import styles from './lifecycle.module.css'

/** Everything that those who run an event can do with it. */
export function ManageMenu({ event }: { event: EventDetails }) {
  const [asking, setAsking] = useState<LifecycleAct>()
  // As text, so that it renders only when there is something else to choose.
  const possible = useClock((now) => possibleActs(event, now).join(' '))
  const acts = possible.split(' ').filter(Boolean) as LifecycleAct[]
  const items = [
    ...panelsOf(event).map(([name, { label }]) => ({ label, to: `?manage=${name}` })),
    ...acts.map((act) => ({
      label: ACT_WORDS[act].label,
      onSelect: () => setAsking(act),
      ...(ACT_WORDS[act].tone && { tone: ACT_WORDS[act].tone }),
    })),
  ]
  if (items.length === 0) return null
  return (
    <>
      <Menu trigger={TRIGGER} items={items} />
      <LifecycleDialog event={event} act={asking} onClose={() => setAsking(undefined)} />
    </>
  )
}

const TRIGGER = (
  <span className={styles.trigger}>
    Manage
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  </span>
)
