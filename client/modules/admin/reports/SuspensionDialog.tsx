import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'

interface Props {
  open: boolean
  memberName: string
  /** Empty for a suspension without an end. */
  lastDay: string
  onClose: () => void
  onConfirm: () => void
}

export const SuspensionDialog = ({ open, memberName, lastDay, onClose, onConfirm }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={m.decisionSuspendQuestion({ name: memberName })}
    actions={
      <>
        <Button variant="secondary" onClick={onClose}>
          {words.cancel()}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {m.decisionSuspend()}
        </Button>
      </>
    }
  >
    <p>{lastDay ? m.decisionSuspendUntil({ date: formatOn(lastDay) }) : m.decisionSuspendText()}</p>
  </Dialog>
)
