import { useState } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './rsvp.module.css'
import { GiveUpSeatDialog } from './GiveUpSeatDialog.tsx'
import { SeatOffer } from './SeatOffer.tsx'
import { RsvpStatus } from './RsvpStatus.tsx'
import { useAnswer } from './use-rsvp.ts'

/** Answers are closed. Staying away can be said until the end, so that nobody waits at the door. */
export function ClosedRsvp({ event }: { event: EventDetails }) {
  const { answer, sending, refusal } = useAnswer(event)
  const [asking, setAsking] = useState(false)
  const state = event.mine?.state
  const canDecline = state === 'going' || state === 'maybe' || state === 'waitlisted'
  return (
    <div className={styles.choices}>
      <p>New answers are not taken any more.</p>
      {state === 'offered' && (
        <SeatOffer
          event={event}
          sending={sending}
          onAnswer={(choice) => (choice === 'going' ? answer('going', event.mine?.guests) : setAsking(true))}
        />
      )}
      {state && <RsvpStatus event={event} />}
      {canDecline && (
        <Button
          variant="secondary"
          busy={sending !== undefined && 'Telling the hosts…'}
          onClick={() => (state === 'maybe' ? answer('declined') : setAsking(true))}
        >
          I can’t come after all
        </Button>
      )}
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <GiveUpSeatDialog
        event={event}
        isClosed
        open={asking}
        onKeep={() => setAsking(false)}
        onGiveUp={() => {
          answer('declined')
          setAsking(false)
        }}
      />
    </div>
  )
}
