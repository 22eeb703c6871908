import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { Roster } from '#client/modules/programme/roster/Roster.tsx'
import pills from '#client/ui/styles/pills.module.css'

import styles from './desk.module.css'
import { NextStep } from './NextStep.tsx'

type View = ComponentType<Pick<PanelProps, 'event'>>

/** `messages` are of a later module: the caller passes their view. */
const VIEWS: Readonly<Record<string, { label: () => string; View?: View }>> = {
  messages: { label: m.deskMessages },
  numbers: {
    label: m.deskNumbers,
    View: lazyPart(() => import('./Numbers.tsx'), 'Numbers'),
  },
  print: {
    label: m.deskPrint,
    View: lazyPart(() => import('./Print.tsx'), 'Print'),
  },
}

/** One page for the hosts of an event: its next step, the roster, and with `&view=` messages, numbers and prints. */
export function Desk({ event, Messages }: PanelProps & { Messages: View }) {
  const [params] = useSearchParams()
  const name = Object.keys(VIEWS).find((known) => known === params.get('view'))
  const top = (
    <>
      <NextStep event={event} />
      <nav aria-label={m.deskViews()} className={styles.views}>
        <ViewLink to="?manage=roster" label={m.roster()} isOpen={name === undefined} />
        {Object.entries(VIEWS).map(([view, { label }]) => (
          <ViewLink key={view} to={`?manage=roster&view=${view}`} label={label()} isOpen={view === name} />
        ))}
      </nav>
    </>
  )
  if (name === undefined) return <Roster event={event} top={top} />
  const { label, View = Messages } = VIEWS[name]!
  return (
    <>
      <PanelHeader title={label()} event={event} />
      {top}
      <View event={event} />
    </>
  )
}

const ViewLink = ({ to, label, isOpen }: { to: string; label: string; isOpen: boolean }) => (
  <Link to={to} viewTransition className={pills.pill!} aria-current={isOpen ? 'page' : undefined}>
    {label}
  </Link>
)
