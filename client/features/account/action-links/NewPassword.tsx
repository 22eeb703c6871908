import { useState } from 'react'
import { Navigate } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import styles from '#client/features/account/account.module.css'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { explainAuth, isDeadLink } from '#client/features/account/auth-errors.ts'
import { PASSWORD_MIN, wrongNewPassword } from '#client/features/account/checks.ts'
import { destinationOf } from '#client/features/account/destination.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PasswordField } from '#client/ui/PasswordField.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

export function NewPassword({ code }: { code: string }) {
  const auth = useAuth()
  const [outcome, setOutcome] = useState<'changed' | 'dead link'>()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => wrongNewPassword(password),
    submit: async ({ password }) => {
      const identity = await auth.provider()
      try {
        const { data } = await identity.readLink(code)
        await identity.changePassword(code, password)
        setOutcome('changed')
        await auth.signIn(() => identity.signInWithEmail(data.email ?? '', password))
      } catch (error) {
        if (!isDeadLink(error)) throw error
        setOutcome('dead link')
      }
    },
    explain: explainAuth,
  })

  if (auth.state === 'signed-in' && outcome === 'changed') {
    return <Navigate {...destinationOf(auth.user)} replace />
  }
  if (outcome === 'changed') return <Changed signingIn={form.busy} />
  if (outcome === 'dead link') return <DeadLink />
  return (
    <AccountCard title="Choose a new password">
      <form {...form.props} className={styles.form}>
        <PasswordField
          {...form.field('password')}
          label="New password"
          hint={`At least ${PASSWORD_MIN} characters. A few unrelated words work well.`}
          autoComplete="new-password"
          required
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" busy={form.busy && 'Saving…'}>
          Save password
        </Button>
      </form>
    </AccountCard>
  )
}

const Changed = ({ signingIn }: { signingIn: boolean }) => (
  <AccountCard title="Password changed">
    {signingIn ? (
      <Spinner label="Signing in" />
    ) : (
      <>
        <Notice tone="success">Use your new password from now on.</Notice>
        <LinkButton to={paths.login}>Sign in</LinkButton>
      </>
    )}
  </AccountCard>
)

const DeadLink = () => (
  <AccountCard title="This link no longer works">
    <Notice tone="warning">
      It has expired, was already used, or was replaced by a newer one. If you’ve already changed your
      password, sign in with the new one.
    </Notice>
    <div className={styles.actions}>
      <LinkButton to={paths.resetPassword}>Request a new link</LinkButton>
      <LinkButton variant="secondary" to={paths.login}>
        Sign in
      </LinkButton>
    </div>
  </AccountCard>
)
