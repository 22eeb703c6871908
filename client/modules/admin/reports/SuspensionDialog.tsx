import * as m from '#shared/admin/messages.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'

interface Props {
  open: boolean
  memberName: string
  /** Empty for a suspension without an end. */
  lastDay: string
  onClose: () => void
  onConfirm: () => void
}

export const SuspensionDialog = ({ open, memberName, lastDay, onClose, onConfirm }: Props) => (
  <ConfirmDialog
    open={open}
    title={m.decisionSuspendQuestion({ name: memberName })}
    confirm={m.decisionSuspend()}
    danger
    onClose={onClose}
    onConfirm={onConfirm}
  >
    <p>{lastDay ? m.decisionSuspendUntil({ date: formatOn(lastDay) }) : m.decisionSuspendText()}</p>
  </ConfirmDialog>
)
