import type { EventDetails } from '#shared/events.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

interface Props {
  event: EventDetails
  open: boolean
  /** Answers are. */
  isClosed?: boolean
  onKeep: () => void
  onGiveUp: () => void
}

/** Asked only where there is no way back. */
export function GiveUpSeatDialog({ event, open, isClosed = false, onKeep, onGiveUp }: Props) {
  const hasSeat = event.mine?.state !== 'waitlisted'
  return (
    <Dialog
      open={open}
      onClose={onKeep}
      title={hasSeat ? 'Give up your seat?' : 'Give up your place in line?'}
      actions={
        <>
          <Button variant="secondary" onClick={onKeep}>
            Keep it
          </Button>
          <Button onClick={onGiveUp}>Give it up</Button>
        </>
      }
    >
      <p>{isClosed ? 'Answers are closed, so you could not have it back.' : lossMessage(event)}</p>
    </Dialog>
  )
}

/** Whether someone who gives up their seat or their place on the waitlist could not get it back. */
export function isLossFinal({ mine, seats }: Pick<EventDetails, 'mine' | 'seats'>) {
  if (mine?.state === 'waitlisted' || mine?.state === 'offered') return true
  return mine?.state === 'going' && seats.left !== undefined && (seats.left === 0 || seats.waiting > 0)
}

function lossMessage({ mine, seats }: EventDetails) {
  if (mine?.state === 'waitlisted') return 'Should you change your mind, you would wait behind everyone else.'
  return seats.waiting > 0
    ? 'It goes to the next in line at once. Should you change your mind, you would wait behind everyone else.'
    : 'Every seat is taken. Should you change your mind, someone else may have it by then.'
}
