import { Link, Navigate, useLocation } from 'react-router-dom'

import { useAuthNow } from '#client/lib/auth.tsx'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PasswordField } from '#client/ui/PasswordField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { paths } from '#shared/paths.ts'

import styles from './account.module.css'
import { AccountCard } from './AccountCard.tsx'
import { explainAuth } from './auth-errors.ts'
import { wrongEmail } from './checks.ts'
import { destinationOf } from './destination.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { LinkedEvent, useLinkedEvent } from './LinkedEvent.tsx'
import { SignInFailure } from './SignInFailure.tsx'

export function Component() {
  const auth = useAuthNow()
  const event = useLinkedEvent()
  const wasRedirected = Boolean((useLocation().state as { from?: unknown } | null)?.from)
  if (auth.state === 'signed-in') return <Navigate {...destinationOf(auth.user)} replace />

  const ended = auth.state === 'signed-out' && auth.ended
  return (
    <AccountCard
      title="Sign in"
      footer={
        <>
          <p>
            Don’t have an account? <Link to={paths.onboarding}>Create one</Link>
          </p>
          <p>
            <Link to={paths.resetPassword}>Forgot your password?</Link>
          </p>
        </>
      }
    >
      {ended && (
        <Notice tone="info" title="Your session has expired">
          Sign in again to continue where you left off. What you typed is kept.
        </Notice>
      )}
      {event && <LinkedEvent event={event} next="Sign in" />}
      {wasRedirected && !ended && !event && (
        <Notice tone="info">Sign in to continue to the page you requested.</Notice>
      )}
      <GoogleButton>Continue with Google</GoogleButton>
      <p className={styles.or}>or</p>
      <PasswordForm />
    </AccountCard>
  )
}

function PasswordForm() {
  const { signIn } = useAuthNow()
  const form = useForm({
    initial: { email: '', password: '' },
    draft: 'login',
    secret: ['password'],
    check: ({ email, password }) => ({
      ...wrongEmail(email),
      ...(!password && { password: 'Enter your password.' }),
    }),
    submit: ({ email, password }) => signIn((identity) => identity.signInWithEmail(email.trim(), password)),
    explain: explainAuth,
  })
  return (
    <form {...form.props} className={styles.form}>
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" required />
      <SignInFailure failure={form.failure} />
      <Button type="submit" busy={form.busy && 'Signing in…'}>
        Sign in
      </Button>
    </form>
  )
}
