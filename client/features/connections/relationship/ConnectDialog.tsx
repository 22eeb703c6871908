import { useQueryClient } from '@tanstack/react-query'

import { CONNECTION_LIMITS } from '#shared/connection-rules.ts'
import { ProblemError } from '#client/lib/request.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'
import { ask, relationshipChanged } from '#client/features/connections/queries.ts'

import styles from './relationship.module.css'
import { type Named, reload } from './use-connection-commands.ts'

interface Props {
  member: Named
  open: boolean
  onClose: () => void
}

export const ConnectDialog = ({ member, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title={`Ask ${member.displayName} to connect`}>
    <AskForm member={member} onClose={onClose} />
  </Dialog>
)

function AskForm({ member, onClose }: Omit<Props, 'open'>) {
  const cache = useQueryClient()
  const toast = useToast()
  const { displayName } = member
  const form = useForm({
    initial: { note: '' },
    draft: `ask:${member.id}`,
    submit: async ({ note }) => {
      const relationship = await ask(member.id, note.trim())
      onClose()
      toast(
        relationship.state === 'connected'
          ? `You and ${displayName} are connected: ${displayName} had asked you too.`
          : `${displayName} has your request.`,
        { tone: 'success' },
      )
      await relationshipChanged(cache, relationship)
    },
    explain: (error) => {
      if (error instanceof ProblemError && error.status === 409) void reload(cache, member.id)
      return explainProblem(error)
    },
  })

  return (
    <form {...form.props} className={styles.ask}>
      <TextField
        {...form.field('note')}
        label="Note"
        optional
        hint={`What would you like to talk about? Up to ${CONNECTION_LIMITS.requestNote} characters.`}
        multiline
        rows={4}
        maxLength={CONNECTION_LIMITS.requestNote}
      />
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <div className={styles.dialogActs}>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy && 'Asking…'}>
          Ask to connect
        </Button>
      </div>
    </form>
  )
}
