import { formatOn } from '#client/lib/time/dates.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

interface Props {
  open: boolean
  memberName: string
  /** Empty: the suspension has no end. */
  lastDay: string
  onClose: () => void
  onConfirm: () => void
}

export const SuspensionDialog = ({ open, memberName, lastDay, onClose, onConfirm }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={`Suspend ${memberName}?`}
    actions={
      <>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          Suspend member
        </Button>
      </>
    }
  >
    <p>
      They lose access at once, and other members can’t find them. They’ll see the reason.{' '}
      {lastDay
        ? `The suspension ends automatically after ${formatOn(lastDay)}.`
        : 'The suspension lasts until an admin ends it.'}
    </p>
  </Dialog>
)
