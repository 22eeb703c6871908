import * as words from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

interface Props {
  open: boolean
  title: string
  text: string
  button: string
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a command. */
export const Question = ({ open, title, text, button, onClose, onConfirm }: Props) => (
  <Dialog open={open} onClose={onClose} title={title}>
    <Stack gap={4}>
      <p>{text}</p>
      <div className={patterns.endActions}>
        <Button variant="secondary" onClick={onClose}>
          {words.cancel()}
        </Button>
        <Button
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {button}
        </Button>
      </div>
    </Stack>
  </Dialog>
)
