import { useState } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './answering.module.css'
import { GivingUp } from './GivingUp.tsx'
import { Offer } from './Offer.tsx'
import { StatusLine } from './StatusLine.tsx'
import { useAnswer } from './use-answer.ts'

/** Answers are closed. Staying away can be said until the end, so that nobody waits at the door. */
export function Closed({ event }: { event: EventDetails }) {
  const { answer, sending, refusal } = useAnswer(event)
  const [asking, setAsking] = useState(false)
  const state = event.mine?.state
  const canDecline = state === 'going' || state === 'maybe' || state === 'waitlisted'
  return (
    <div className={styles.choices}>
      <p>New answers are not taken any more.</p>
      {state === 'offered' && (
        <Offer
          event={event}
          sending={sending}
          onAnswer={(choice) => (choice === 'going' ? answer('going', event.mine?.guests) : setAsking(true))}
        />
      )}
      {state && <StatusLine event={event} />}
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
      <GivingUp
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
