import { type ReactNode, Suspense, useRef, useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/events/messages.ts'
import { EVENT_LIMITS, HAVE_A_PLACE, type RsvpChoice, type RsvpState } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { AnswerDialog } from '#client/modules/attendance/questions/AnswerDialog.tsx'
import { asksAnswers } from '#client/modules/attendance/questions/asking.ts'
import { OwnAnswers } from '#client/modules/attendance/questions/OwnAnswers.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Stepper } from '#client/ui/form/Stepper.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'

import { type GuestLimit, guestLimit } from './guest-limit.ts'
import { GiveUpSeatDialog, isLossFinal } from './GiveUpSeatDialog.tsx'
import styles from './rsvp.module.css'
import { asksToJoin, RsvpButtons, SeatOffer } from './answer/RsvpButtons.tsx'
import { RsvpStatus } from './RsvpStatus.tsx'
import { useRequestNote } from './use-request-note.ts'
import { useRsvp } from './use-rsvp.ts'
import { WaitingRsvp } from './unsent/WaitingRsvp.tsx'
import { WithinReach } from './WithinReach.tsx'

// Downloaded when it is needed: after a choice, not with the event.
const PlaceSheet = lazyPart(() => import('./PlaceSheet.tsx'), 'PlaceSheet')

interface RsvpFormProps {
  event: EventDetails
  /** Members to meet there, for members who are going. */
  peopleToMeet?: ReactNode
}

export function RsvpForm({ event, peopleToMeet }: RsvpFormProps) {
  const { mine } = event
  const [chosenGuests, setChosenGuests] = useState<number>()
  const showSavedGuests = () => setChosenGuests(undefined)
  const [isPlaced, setPlaced] = useState(false)
  const rsvp = useRsvp(event, { onRefused: showSavedGuests, onPlaced: () => setPlaced(true) })
  const { respond, goWith, pending, unsent } = rsvp
  const [isAnswering, setAnswering] = useState(false)
  const request = useRequestNote(event)
  const form = useRef<HTMLDivElement>(null)
  const [givingUp, setGivingUp] = useState<'maybe' | 'declined'>()

  const guests = chosenGuests ?? mine?.guests ?? 0

  const canAsk = !mine?.removalReason && !(mine?.requestDeclined && event.needsRequest)

  function choose(state: RsvpChoice) {
    if (state === 'going') go()
    else if (isLossFinal(event)) setGivingUp(state)
    else giveUp(state)
  }

  function go() {
    const field = form.current?.querySelector<HTMLElement>('[name=note]')
    // On a phone the button is within reach before the field has been seen.
    if (field && !request.note && !isInView(field)) field.focus()
    else if (asksAnswers(event, guests)) setAnswering(true)
    else respond('going', guests, request.note)
  }

  function giveUp(state: 'maybe' | 'declined') {
    showSavedGuests()
    setGivingUp(undefined)
    respond(state)
  }

  return (
    <div ref={form} className={styles.form}>
      {request.isNeeded && canAsk && (
        <TextField
          multiline
          rows={3}
          optional
          name="note"
          label={m.rsvpNote()}
          hint={m.rsvpNoteHint()}
          value={request.note ?? ''}
          maxLength={EVENT_LIMITS.requestNote}
          disabled={Boolean(pending)}
          onChange={request.write}
        />
      )}
      {mine?.state === 'offered' ? (
        <SeatOffer event={event} pending={pending} onRespond={choose} />
      ) : (
        canAsk && (
          <WithinReach>
            <RsvpButtons event={event} unsent={unsent} pending={pending} onRespond={choose} />
          </WithinReach>
        )
      )}
      {event.guestsMax > 0 && canBringGuests(mine?.state) && (
        <Guests
          limit={guestLimit(event)}
          value={guests}
          onChange={setChosenGuests}
          saved={mine && hasGuests(mine.state) ? mine.guests : undefined}
          pending={pending}
          onSave={go}
        />
      )}
      <Outcome event={event} rsvp={isAnswering ? { ...rsvp, error: undefined } : rsvp} isCovered={isPlaced} />
      {mine?.requestNote && (
        <p>
          <IsolatedText>{mine.requestNote}</IsolatedText>
        </p>
      )}
      <OwnAnswers event={event} />
      <AnswerDialog
        event={event}
        guests={guests}
        open={isAnswering}
        submitLabel={asksToJoin(event) ? m.rsvpAsk() : m.rsvpSend()}
        busyLabel={words.sending()}
        onSubmit={(answers) => goWith(guests, answers, request.note)}
        onClose={() => setAnswering(false)}
      />
      {isPlaced && !isAnswering && (
        <Suspense>
          <PlaceSheet event={event} onClose={() => setPlaced(false)}>
            {peopleToMeet}
          </PlaceSheet>
        </Suspense>
      )}
      <GiveUpSeatDialog
        event={event}
        open={givingUp !== undefined}
        onClose={() => setGivingUp(undefined)}
        onConfirm={() => givingUp && giveUp(givingUp)}
      />
    </div>
  )
}

/** Whether it is on the screen, and nothing covers its middle. */
function isInView(field: HTMLElement) {
  const { left, top, width, height } = field.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2) === field
}

interface OutcomeProps {
  event: EventDetails
  rsvp: ReturnType<typeof useRsvp>
  isCovered?: boolean
}

/** The RSVP that the server has saved, or the one that it will be sent. */
const Outcome = ({ event, rsvp, isCovered }: OutcomeProps) => (
  <>
    {rsvp.unsent ? (
      <WaitingRsvp rsvp={rsvp.unsent} isVolatile={rsvp.isVolatile} onDiscard={rsvp.discardUnsent} />
    ) : (
      <RsvpStatus event={event} isCovered={isCovered} />
    )}
    {rsvp.error && <Notice tone="danger">{rsvp.error}</Notice>}
  </>
)

const hasGuests = (state: RsvpState) => state === 'going' || state === 'waitlisted' || state === 'requested'

const canBringGuests = (state: RsvpState | undefined) => state === undefined || hasGuests(state)

interface GuestsProps {
  limit: GuestLimit
  value: number
  onChange: (guests: number) => void
  /** Guests of the current RSVP; undefined if it can have none. */
  saved: number | undefined
  pending: RsvpEdit | undefined
  onSave: () => void
}

/** Guests are sent with the first RSVP. Later changes are saved with a separate button. */
function Guests({ limit, value, onChange, saved, pending, onSave }: GuestsProps) {
  return (
    <div className={styles.guests}>
      <Stepper
        label={m.guests()}
        value={value}
        max={limit.max}
        limitReason={limit.reason}
        onChange={onChange}
        disabled={Boolean(pending)}
      />
      {saved !== undefined && saved !== value && (
        <Button variant="secondary" busy={pending?.state === 'going' && words.saving()} onClick={onSave}>
          {value === 0 ? m.rsvpNoGuests() : m.rsvpBring({ count: value })}
        </Button>
      )}
    </div>
  )
}

/**
 * Shown before RSVPs open and after the deadline. Members can still decline until the end, so that hosts do not expect
 * them.
 */
export function ClosedRsvpForm({ event, children }: { event: EventDetails; children: ReactNode }) {
  const rsvp = useRsvp(event)
  const { respond, pending } = rsvp
  const [isConfirming, setConfirming] = useState(false)
  const state = event.mine?.state
  const canDecline = state !== undefined && (hasGuests(state) || state === 'maybe')
  return (
    <div className={styles.form}>
      {children}
      {state === 'offered' && (
        <SeatOffer
          event={event}
          pending={pending}
          onRespond={(choice) =>
            choice === 'going' ? respond('going', event.mine?.guests) : setConfirming(true)
          }
        />
      )}
      {state && <Outcome event={event} rsvp={rsvp} />}
      <OwnAnswers event={event} isClosed />
      {canDecline && (
        <Button
          variant="secondary"
          busy={pending !== undefined && words.saving()}
          onClick={() => (HAVE_A_PLACE.has(state) ? setConfirming(true) : respond('declined'))}
        >
          {state === 'requested' ? m.rsvpWithdraw() : m.rsvpCantGoAfterAll()}
        </Button>
      )}
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
