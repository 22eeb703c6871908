import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { IMPORT_LIMITS, INVITATION_LIFETIME } from '#shared/accounts/invitation-rules.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'

/** Opens a form that invites one person by email. @param children the button's label */
export function InviteFriend({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog open={isOpen} onClose={close} title={m.inviteTitle()}>
        <InvitationForm onClose={close} />
      </Dialog>
    </>
  )
}

function InvitationForm({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (email.includes('@') ? {} : { email: m.emailRule() }),
    async submit({ email }) {
      await request('POST /api/invitations', { body: { email: email.trim() } })
      // The result does not reveal whether the person is already a member.
      toast(m.inviteDone(), { tone: 'success' })
      await cache.invalidateQueries({ queryKey: ['dashboard'] })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <TextField
          {...form.field('email')}
          label={m.inviteEmail()}
          hint={m.inviteHint({ days: INVITATION_LIFETIME / DAY })}
          type="email"
          autoComplete="off"
          maxLength={IMPORT_LIMITS.email}
          required
        />
        <FormEnd form={form} onCancel={onClose} submit={m.inviteSend()} busy={words.sending()} />
      </Stack>
    </form>
  )
}
