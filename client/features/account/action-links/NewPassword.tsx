import { useState } from 'react'
import { Navigate } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import styles from '#client/features/account/account.module.css'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { explainAuth, isDeadLink } from '#client/features/account/auth-errors.ts'
import { SHORTEST_PASSWORD, wrongNewPassword } from '#client/features/account/checks.ts'
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
        const email = await identity.readPasswordLink(code)
        await identity.changePassword(code, password)
        setOutcome('changed')
        await auth.signIn(() => identity.signInWithEmail(email, password))
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
          hint={`At least ${SHORTEST_PASSWORD} characters. A few words that only you would put together are good.`}
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
  <AccountCard title="Your password is changed">
    {signingIn ? (
      <Spinner label="Signing in" />
    ) : (
      <>
        <Notice tone="success">From now on you sign in with the new one.</Notice>
        <LinkButton to={paths.login}>Sign in</LinkButton>
      </>
    )}
  </AccountCard>
)

const DeadLink = () => (
  <AccountCard title="This link does not work any more">
    <Notice tone="warning">
      It has expired, was used already, or a newer one was sent. If you have changed your password with it,
      sign in with the new one.
    </Notice>
    <div className={styles.actions}>
      <LinkButton to={paths.resetPassword}>Send a new link</LinkButton>
      <LinkButton variant="secondary" to={paths.login}>
        Sign in
      </LinkButton>
    </div>
  </AccountCard>
)
