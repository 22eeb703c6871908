import { useState } from 'react'

import { emailRule } from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { VerificationAnswer } from '#shared/admin/members.ts'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'

import { useResendVerification } from './queries.ts'

/** Resends the verification email to a person who signed up and is not a member yet. */
export function ResendVerification() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {m.resendOpen()}
      </Button>
      {isOpen && (
        <Dialog open onClose={close} title={m.resendTitle()}>
          <ResendForm onClose={close} />
        </Dialog>
      )}
    </>
  )
}

const NOT_SENT: Record<Exclude<VerificationAnswer['outcome'], 'sent'>, (email: string) => string> = {
  verified: (email) => m.resendVerified({ email }),
  noAccount: (email) => m.resendNoAccount({ email }),
  disabled: (email) => m.resendDisabled({ email }),
}

function ResendForm({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useResendVerification()
  const toast = useToast()
  const [answer, setAnswer] = useState('')
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (email.includes('@') ? {} : { email: emailRule() }),
    async submit({ email }) {
      setAnswer('')
      const { outcome } = await mutateAsync(email.trim())
      if (outcome !== 'sent') return setAnswer(NOT_SENT[outcome](email.trim()))
      toast(m.resendDone({ email: email.trim() }), { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>{m.resendText()}</p>
        <TextField
          {...form.field('email')}
          label={m.resendEmail()}
          hint={m.resendEmailHint()}
          type="email"
          autoComplete="off"
        />
        {answer && <Notice tone="info">{answer}</Notice>}
        <FormEnd
          form={form}
          onCancel={onClose}
          submit={m.resendSend()}
          busy={words.sending()}
          keep={words.close()}
        />
      </Stack>
    </form>
  )
}
