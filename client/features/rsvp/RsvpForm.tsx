import { useState } from 'react'

import type { RsvpChoice, RsvpState } from '#shared/event-rules.ts'
import type { EventDetails, RsvpEdit } from '#shared/events.ts'
import { pluralise } from '#client/features/events/labels.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Stepper } from '#client/ui/Stepper.tsx'

import { type GuestLimit, guestLimit } from './guest-limit.ts'
import { GiveUpSeatDialog, isLossFinal } from './GiveUpSeatDialog.tsx'
import styles from './rsvp.module.css'
import { RsvpButtons, SeatOffer } from './RsvpButtons.tsx'
import { RsvpStatus } from './RsvpStatus.tsx'
import { useRsvp } from './use-rsvp.ts'

export function RsvpForm({ event }: { event: EventDetails }) {
  const { mine } = event
  const [chosenGuests, setChosenGuests] = useState<number>()
  const showSavedGuests = () => setChosenGuests(undefined)
  const { respond, pending, error } = useRsvp(event, { onRefused: showSavedGuests })
  const [givingUp, setGivingUp] = useState<'maybe' | 'declined'>()

  const guests = chosenGuests ?? mine?.guests ?? 0

  function choose(state: RsvpChoice) {
    if (state === 'going') respond('going', guests)
    else if (isLossFinal(event)) setGivingUp(state)
    else giveUp(state)
  }

  function giveUp(state: 'maybe' | 'declined') {
    showSavedGuests()
    setGivingUp(undefined)
    respond(state)
  }

  return (
    <div className={styles.form}>
      {mine?.state === 'offered' ? (
        <SeatOffer event={event} pending={pending} onRespond={choose} />
      ) : (
        !mine?.removalReason && <RsvpButtons event={event} pending={pending} onRespond={choose} />
      )}
      {event.guestsMax > 0 && canBringGuests(mine?.state) && (
        <Guests
          limit={guestLimit(event)}
          value={guests}
          onChange={setChosenGuests}
          saved={mine?.state === 'going' || mine?.state === 'waitlisted' ? mine.guests : undefined}
          pending={pending}
          onSave={() => respond('going', guests)}
        />
      )}
      <RsvpStatus event={event} />
      {error && <Notice tone="danger">{error}</Notice>}
      <GiveUpSeatDialog
        event={event}
        open={givingUp !== undefined}
        onClose={() => setGivingUp(undefined)}
        onConfirm={() => givingUp && giveUp(givingUp)}
      />
    </div>
  )
}

const canBringGuests = (state: RsvpState | undefined) =>
  state === undefined || state === 'going' || state === 'waitlisted'

interface GuestsProps {
  limit: GuestLimit
  value: number
  onChange: (guests: number) => void
  /** Guests of the current RSVP; undefined if it can have none. */
  saved: number | undefined
  pending: RsvpEdit | undefined
  onSave: () => void
}

/** Guests are sent along with the first RSVP. Later changes are saved with a button of their own. */
function Guests({ limit, value, onChange, saved, pending, onSave }: GuestsProps) {
  return (
    <div className={styles.guests}>
      <Stepper
        label="Guests"
        value={value}
        max={limit.max}
        limitReason={limit.reason}
        onChange={onChange}
        disabled={Boolean(pending)}
      />
      {saved !== undefined && saved !== value && (
        <Button variant="secondary" busy={pending?.state === 'going' && 'Saving…'} onClick={onSave}>
          {value === 0 ? 'Go without guests' : `Bring ${pluralise(value, 'guest')}`}
        </Button>
      )}
    </div>
  )
}

/** After the deadline. Members can still decline until the end, so that hosts do not expect them. */
export function ClosedRsvpForm({ event }: { event: EventDetails }) {
  const { respond, pending, error } = useRsvp(event)
  const [isConfirming, setConfirming] = useState(false)
  const state = event.mine?.state
  const canDecline = state === 'going' || state === 'maybe' || state === 'waitlisted'
  return (
    <div className={styles.form}>
      <p>New RSVPs are no longer accepted.</p>
      {state === 'offered' && (
        <SeatOffer
          event={event}
          pending={pending}
          onRespond={(choice) =>
            choice === 'going' ? respond('going', event.mine?.guests) : setConfirming(true)
          }
        />
      )}
      {state && <RsvpStatus event={event} />}
      {canDecline && (
        <Button
          variant="secondary"
          busy={pending !== undefined && 'Saving…'}
          onClick={() => (state === 'maybe' ? respond('declined') : setConfirming(true))}
        >
          I can’t go after all
        </Button>
      )}
      {error && <Notice tone="danger">{error}</Notice>}
      <GiveUpSeatDialog
        event={event}
        isClosed
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          respond('declined')
          setConfirming(false)
        }}
      />
    </div>
  )
}
