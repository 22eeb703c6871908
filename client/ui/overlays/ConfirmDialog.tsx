import type { ReactNode } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'

import { Dialog } from './Dialog.tsx'

interface Props {
  open: boolean
  title: string
  /** Label of the button that runs the command. */
  confirm: string
  /** Label of the button that closes the dialog: “Cancel” would be read as the command if that is called so too. */
  keep?: string
  danger?: boolean
  /** Text to show while the command runs. */
  busy?: false | string
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** Asks before a command. The caller closes it. */
export const ConfirmDialog = ({ confirm, keep = m.cancel(), danger, busy, onConfirm, ...dialog }: Props) => (
  <Dialog
    {...dialog}
    actions={
      <>
        <Button variant="secondary" onClick={dialog.onClose}>
          {keep}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  />
)
