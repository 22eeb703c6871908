import { useState } from 'react'

import type { RsvpAnswer, RsvpState } from '#shared/event-rules.ts'
import type { Answer, EventDetails } from '#shared/events.ts'
import { counted } from '#client/features/events/labels.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Stepper } from '#client/ui/Stepper.tsx'

import styles from './rsvp.module.css'
import { RsvpButtons } from './RsvpButtons.tsx'
import { GiveUpSeatDialog, isLossFinal } from './GiveUpSeatDialog.tsx'
import { SeatOffer } from './SeatOffer.tsx'
import { RsvpStatus } from './RsvpStatus.tsx'
import { useAnswer } from './use-rsvp.ts'

export function RsvpForm({ event }: { event: EventDetails }) {
  const { mine } = event
  const { answer, sending, refusal } = useAnswer(event)
  const [chosen, setChosen] = useState<number>()
  const [givingUp, setGivingUp] = useState<'maybe' | 'declined'>()

  const guests = chosen ?? mine?.guests ?? 0

  function choose(state: RsvpAnswer) {
    if (state === 'going') answer('going', guests)
    else if (isLossFinal(event)) setGivingUp(state)
    else leave(state)
  }

  function leave(state: 'maybe' | 'declined') {
    setChosen(undefined)
    setGivingUp(undefined)
    answer(state)
  }

  return (
    <div className={styles.choices}>
      {mine?.state === 'offered' ? (
        <SeatOffer event={event} sending={sending} onAnswer={choose} />
      ) : (
        <RsvpButtons event={event} sending={sending} onAnswer={choose} />
      )}
      {event.guestsMax > 0 && canBringGuests(mine?.state) && (
        <Guests
          max={event.guestsMax}
          value={guests}
          onChange={setChosen}
          saved={mine?.state === 'going' || mine?.state === 'waitlisted' ? mine.guests : undefined}
          sending={sending}
          onSave={() => answer('going', guests)}
        />
      )}
      <RsvpStatus event={event} />
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <GiveUpSeatDialog
        event={event}
        open={givingUp !== undefined}
        onKeep={() => setGivingUp(undefined)}
        onGiveUp={() => givingUp && leave(givingUp)}
      />
    </div>
  )
}

/** With the first answer, and as long as there is a seat or a place in line for them. */
const canBringGuests = (state: RsvpState | undefined) =>
  state === undefined || state === 'going' || state === 'waitlisted'

interface GuestsProps {
  max: number
  value: number
  onChange: (guests: number) => void
  /** What the present answer says; undefined while there is none that brings guests. */
  saved: number | undefined
  sending: Answer | undefined
  onSave: () => void
}

/** Whom one brings. It goes with the answer; afterwards, it is changed by itself. */
function Guests({ max, value, onChange, saved, sending, onSave }: GuestsProps) {
  return (
    <div className={styles.guests}>
      <Stepper
        label="Guests you bring"
        value={value}
        max={max}
        onChange={onChange}
        disabled={Boolean(sending)}
      />
      {saved !== undefined && saved !== value && (
        <Button variant="secondary" busy={sending?.state === 'going' && 'Saving…'} onClick={onSave}>
          {value === 0 ? 'Come without guests' : `Bring ${counted(value, 'guest')}`}
        </Button>
      )}
    </div>
  )
}
