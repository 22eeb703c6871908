import { useState } from 'react'

import type { VerificationAnswer } from '#shared/admin-members.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { useResendVerification } from './queries.ts'

/** For someone who signed up, is no member yet and did not get or has lost the email. */
export function ResendVerification() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Resend verification…
      </Button>
      {isOpen && (
        <Dialog open onClose={close} title="Resend verification email">
          <ResendForm onClose={close} />
        </Dialog>
      )}
    </>
  )
}

const NOT_SENT: Record<Exclude<VerificationAnswer['outcome'], 'sent'>, (email: string) => string> = {
  verified: (email) => `${email} is already verified. They can sign in.`,
  noAccount: (email) => `No one has created an account with ${email}. You can invite them.`,
  disabled: (email) => `The account of ${email} is disabled, so no email was sent.`,
}

function ResendForm({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useResendVerification()
  const toast = useToast()
  const [answer, setAnswer] = useState('')
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) =>
      email.includes('@') ? {} : { email: 'Enter an email address like ada@example.org.' },
    async submit({ email }) {
      setAnswer('')
      const { outcome } = await mutateAsync(email.trim())
      if (outcome !== 'sent') return setAnswer(NOT_SENT[outcome](email.trim()))
      toast(`A verification email to ${email.trim()} is on the way.`, { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>
          People become members once they verify their email address. Until then they aren’t in this list.
        </p>
        <TextField
          {...form.field('email')}
          label="Email address"
          hint="The address that they created their account with."
          type="email"
          autoComplete="off"
        />
        {answer && <Notice tone="info">{answer}</Notice>}
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.endActions}>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" busy={form.busy && 'Sending…'}>
            Send email
          </Button>
        </div>
      </Stack>
    </form>
  )
}
