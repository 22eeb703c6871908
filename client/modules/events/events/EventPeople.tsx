import { Suspense, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { AvatarPile } from '#client/ui/people/AvatarPile.tsx'
import { Button } from '#client/ui/Button.tsx'
import { CountLabel } from '#client/ui/lists/CountLabel.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Spinner } from '#client/ui/Spinner.tsx'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import styles from './details.module.css'
import { goingLabel } from './labels.ts'
import { rsvpPhase } from './rsvp-phase.ts'

export const Hosts = ({ hosts }: Pick<EventDetails, 'hosts'>) =>
  hosts.length > 0 && (
    <section className={styles.section}>
      <h2>{m.eventHosts({ count: hosts.length })}</h2>
      <ul className={styles.people}>
        {hosts.map((host) => (
          <li key={host.id}>
            <MemberLine member={host} />
          </li>
        ))}
      </ul>
    </section>
  )

const AttendeeSearch = lazyPart(() => import('./AttendeeSearch.tsx'), 'AttendeeSearch')

/** Faces of those who are going, and a dialog with all of them. */
export function Attendees({ event }: { event: EventDetails }) {
  const { id, seats, faces, connectionsGoing } = event
  const phase = useClock((now) => rsvpPhase(event, now))
  const [isOpen, setOpen] = useState(false)
  const isOver = phase === 'over' || phase === 'cancelled'
  const title = m.eventWho({ when: isOver ? 'past' : 'coming' })
  return (
    <section className={styles.section}>
      <h2>
        {title}
        {seats.going > 0 && (
          <>
            {' '}
            <CountLabel count={seats.going} />
          </>
        )}
      </h2>
      {seats.going === 0 ? (
        <p className={patterns.muted}>{phase === 'open' ? m.eventWhoFirst() : m.eventWhoNone()}</p>
      ) : (
        <div className={patterns.actions}>
          {faces.length > 0 && <AvatarPile people={faces} />}
          {connectionsGoing > 0 && <span>{goingLabel(faces, connectionsGoing, isOver)}</span>}
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {m.eventWhoAll()}
          </Button>
        </div>
      )}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={title}>
        {isOpen && (
          <Suspense fallback={<Spinner />}>
            <AttendeeSearch eventId={id} />
          </Suspense>
        )}
      </Dialog>
    </section>
  )
}
