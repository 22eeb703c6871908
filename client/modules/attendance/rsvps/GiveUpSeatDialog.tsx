import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'

interface Props {
  event: EventDetails
  open: boolean
  /** RSVPs are closed. */
  isClosed?: boolean
  onClose: () => void
  onConfirm: () => void
}

const SEAT = { title: m.rsvpGiveUpQuestion, confirm: m.rsvpGiveUp }
const OFFER = { title: m.rsvpPassOnQuestion, confirm: m.rsvpPassOn }
const WAITLIST = { title: m.rsvpLeaveWaitlistQuestion, confirm: m.rsvpLeaveWaitlist }

function labelsOf({ mine }: EventDetails) {
  if (mine?.state === 'waitlisted') return WAITLIST
  return mine?.state === 'offered' ? OFFER : SEAT
}

/** Shown only if the seat or the place on the waitlist could not be regained. */
export function GiveUpSeatDialog({ event, open, isClosed = false, onClose, onConfirm }: Props) {
  const { title, confirm } = labelsOf(event)
  return (
    <ConfirmDialog open={open} title={title()} confirm={confirm()} onClose={onClose} onConfirm={onConfirm}>
      <p>{isClosed ? m.rsvpLossClosed() : lossMessage(event)}</p>
    </ConfirmDialog>
  )
}

function lossMessage({ mine, seats }: EventDetails) {
  if (mine?.state === 'waitlisted') return m.rsvpLossPlace()
  return seats.waiting > 0 ? m.rsvpLossNext() : m.rsvpLossFull()
}

/** Whether someone who gives up their seat or their place on the waitlist may not be able to get it back. */
export function isLossFinal({ mine, seats }: Pick<EventDetails, 'mine' | 'seats'>) {
  if (mine?.state === 'waitlisted' || mine?.state === 'offered') return true
  return mine?.state === 'going' && seats.left !== undefined && (seats.left === 0 || seats.waiting > 0)
}
