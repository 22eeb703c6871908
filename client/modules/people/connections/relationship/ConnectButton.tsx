import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/people/messages.ts'
import { CONNECTION_LIMITS } from '#shared/people/connection-rules.ts'
import { sendRequest, relationshipChanged } from '#client/modules/people/connections/queries.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { Button, type ButtonVariant } from '#client/ui/Button.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { type MemberRef, reloadRelationship } from './commands.ts'

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
        <span>{rich(m.connect({ name: member.displayName, hidden }))}</span>
      </Button>
      <Dialog open={open} onClose={close} title={m.connectTitle({ name: member.displayName })}>
        <RequestForm member={member} onClose={close} />
      </Dialog>
    </>
  )
}

function RequestForm({ member, onClose }: Pick<Props, 'member'> & { onClose: () => void }) {
  const cache = useQueryClient()
  const toast = useToast()
  const { displayName } = member
  const form = useForm({
    initial: { note: '' },
    draft: `ask:${member.id}`,
    submit: async ({ note }) => {
      const relationship = await sendRequest(member.id, note.trim())
      onClose()
      toast((relationship.state === 'connected' ? m.connectedAtOnce : m.connectSent)({ name: displayName }), {
        tone: 'success',
      })
      await relationshipChanged(cache, relationship)
    },
    explain: (error) => {
      if (error instanceof ProblemError && error.status === 409) void reloadRelationship(cache, member.id)
      return explainProblem(error)
    },
  })

  return (
    <form {...form.props} className={patterns.form}>
      <TextField
        {...form.field('note')}
        label={m.connectNote()}
        optional
        hint={m.connectNoteHint({ most: CONNECTION_LIMITS.requestNote })}
        multiline
        rows={4}
        maxLength={CONNECTION_LIMITS.requestNote}
      />
      <FormEnd form={form} onCancel={onClose} submit={m.connectSend()} busy={words.sending()} />
    </form>
  )
}
