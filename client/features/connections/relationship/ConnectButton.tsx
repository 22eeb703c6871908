import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { CONNECTION_LIMITS } from '#shared/connection-rules.ts'
import { sendRequest, relationshipChanged } from '#client/features/connections/queries.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { Button, type ButtonVariant } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { type MemberRef, reloadRelationship } from './commands.ts'
import styles from './relationship.module.css'

interface Props {
  member: MemberRef
  variant?: ButtonVariant
}

export function ConnectButton({ member, variant = 'primary' }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        <span>
          Connect<VisuallyHidden> with {member.displayName}</VisuallyHidden>
        </span>
      </Button>
      <Dialog open={open} onClose={close} title={`Connect with ${member.displayName}`}>
        <RequestForm member={member} onClose={close} />
      </Dialog>
    </>
  )
}

function RequestForm({ member, onClose }: { member: MemberRef; onClose: () => void }) {
  const cache = useQueryClient()
  const toast = useToast()
  const { displayName } = member
  const form = useForm({
    initial: { note: '' },
    draft: `ask:${member.id}`,
    submit: async ({ note }) => {
      const relationship = await sendRequest(member.id, note.trim())
      onClose()
      toast(
        relationship.state === 'connected'
          ? `You and ${displayName} are now connected. ${displayName} had already sent you a request.`
          : `Request sent to ${displayName}.`,
        { tone: 'success' },
      )
      await relationshipChanged(cache, relationship)
    },
    explain: (error) => {
      if (error instanceof ProblemError && error.status === 409) void reloadRelationship(cache, member.id)
      return explainProblem(error)
    },
  })

  return (
    <form {...form.props} className={styles.form}>
      <TextField
        {...form.field('note')}
        label="Note"
        optional
        hint={`Say why you’d like to connect (up to ${CONNECTION_LIMITS.requestNote} characters).`}
        multiline
        rows={4}
        maxLength={CONNECTION_LIMITS.requestNote}
      />
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <div className={styles.dialogActions}>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy && 'Sending…'}>
          Send request
        </Button>
      </div>
    </form>
  )
}
