import type { EventDetails } from '#shared/events.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

interface Props {
  event: EventDetails
  open: boolean
  /** RSVPs are closed. */
  isClosed?: boolean
  onClose: () => void
  onConfirm: () => void
}

const SEAT = { title: 'Give up your seat?', keep: 'Keep seat', confirm: 'Give up seat' }
const OFFER = { title: 'Pass on this seat?', keep: 'Keep offer', confirm: 'Pass on seat' }
const WAITLIST = { title: 'Leave the waitlist?', keep: 'Stay on waitlist', confirm: 'Leave waitlist' }

function labelsOf({ mine }: EventDetails) {
  if (mine?.state === 'waitlisted') return WAITLIST
  return mine?.state === 'offered' ? OFFER : SEAT
}

/** Shown only if the seat or the place on the waitlist could not be had back. */
export function GiveUpSeatDialog({ event, open, isClosed = false, onClose, onConfirm }: Props) {
  const { title, keep, confirm } = labelsOf(event)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {keep}
          </Button>
          <Button onClick={onConfirm}>{confirm}</Button>
        </>
      }
    >
      <p>{isClosed ? 'RSVPs are closed, so you can’t undo this.' : lossMessage(event)}</p>
    </Dialog>
  )
}

function lossMessage({ mine, seats }: EventDetails) {
  const last = 'If you change your mind, you’ll go to the end of the waitlist.'
  if (mine?.state === 'waitlisted') return last
  return seats.waiting > 0
    ? `It goes to the next person on the waitlist right away. ${last}`
    : 'This event is full. If you change your mind, your seat may be taken.'
}

/** Whether someone who gives up their seat or their place on the waitlist could not simply have it back. */
export function isLossFinal({ mine, seats }: Pick<EventDetails, 'mine' | 'seats'>) {
  if (mine?.state === 'waitlisted' || mine?.state === 'offered') return true
  return mine?.state === 'going' && seats.left !== undefined && (seats.left === 0 || seats.waiting > 0)
}
