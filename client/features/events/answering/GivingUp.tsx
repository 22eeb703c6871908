import type { EventDetails } from '#shared/events.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

interface Props {
  event: EventDetails
  open: boolean
  onKeep: () => void
  onGiveUp: () => void
}

/** Asked only where there is no way back. */
export function GivingUp({ event: { mine, seats }, open, onKeep, onGiveUp }: Props) {
  const hasSeat = mine?.state === 'going' || mine?.state === 'offered'
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
      <p>
        {hasSeat
          ? seats.waiting > 0
            ? 'It goes to the next in line at once. Should you change your mind, you would wait behind everyone else.'
            : 'Every seat is taken. Should you change your mind, someone else may have it by then.'
          : 'Should you change your mind, you would wait behind everyone else.'}
      </p>
    </Dialog>
  )
}
