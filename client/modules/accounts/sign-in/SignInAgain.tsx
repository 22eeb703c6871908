import { useEffect, useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'
import { PresentPassword } from '#client/modules/accounts/sign-in/password-fields.tsx'

import styles from './account.module.css'
import { explainAuth } from './auth-errors.ts'
import { CodeOption } from './CodeOption.tsx'
import { FailureNotice } from './FailureNotice.tsx'
import { GoogleMark } from './GoogleMark.tsx'
import { useAction } from './use-action.ts'

interface Props {
  email: string
  onDone: () => void
  onClose: () => void
}

/** Asks the person to sign in again with a method of this account. */
export function SignInAgain({ email, onDone, onClose }: Props) {
  const methods = useSignInMethods()
  return (
    <Dialog open onClose={onClose} title={m.confirmTitle()}>
      <p>{rich(m.confirmText({ email: <strong className={styles.address}>{email}</strong> }))}</p>
      {!methods && <Spinner />}
      {methods && (
        <CodeOption email={email} isFixed onDone={onDone}>
          {methods.includes('password') && <ByPassword email={email} onDone={onDone} />}
          {methods.includes('google.com') && <ByGoogle onDone={onDone} />}
        </CodeOption>
      )}
    </Dialog>
  )
}

function useSignInMethods() {
  const { provider } = useAuth()
  const [methods, setMethods] = useState<readonly string[]>()
  useEffect(() => {
    provider()
      .then((identity) => setMethods(identity.signInMethods().map(({ providerId }) => providerId)))
      .catch(() => setMethods(['password']))
  }, [provider])
  return methods
}

function ByPassword({ email, onDone }: Pick<Props, 'email' | 'onDone'>) {
  const { signIn } = useAuth()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }): Record<string, string> =>
      password ? {} : { password: m.signInPasswordMissing() },
    submit: async ({ password }) => {
      await signIn((identity) => identity.signInWithEmail(email, password))
      onDone()
    },
    explain: explainAuth,
  })
  return (
    <form {...form.props} className={styles.form}>
      <PresentPassword form={form} email={email} />
      <Submit form={form} label={m.confirm()} busy={m.signInBusy()} wide />
    </form>
  )
}

function ByGoogle({ onDone }: Pick<Props, 'onDone'>) {
  const { signIn } = useAuth()
  const confirm = useAction(async () => {
    await signIn((identity) => identity.confirmWithGoogle())
    onDone()
  })
  return (
    <>
      <Button
        variant="secondary"
        className={styles.google}
        busy={confirm.busy && m.googleWaiting()}
        onClick={confirm.start}
      >
        <GoogleMark />
        {m.confirmWithGoogle()}
      </Button>
      <FailureNotice error={confirm.failure} />
    </>
  )
}
