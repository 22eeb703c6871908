import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'

import * as m from '#shared/accounts/messages.ts'
import { useAuthNow } from '#client/lib/auth/auth.tsx'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { rich } from '#client/ui/rich.tsx'

import styles from './account.module.css'
import { AccountCard } from './AccountCard.tsx'
import { explainAuth } from './auth-errors.ts'
import { wrongEmail } from './checks.ts'
import { CodeOption } from './CodeOption.tsx'
import { CreateAccountForm } from './CreateAccountForm.tsx'
import { destinationOf } from './destination.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { Credentials, WithoutSignIn } from './SignInForm.tsx'
import { SignInFailure } from './SignInFailure.tsx'

/** Parameter of the address: whether the person has an account. */
const ACCOUNT = 'account'
const NEW = 'new'
const EXISTING = 'existing'

const DRAFT = 'login'

interface Props {
  /** Shows the event whose link led here. Undefined without one. */
  renderEvent: ((action?: ReactNode) => ReactNode) | undefined
}

export function LoginScreen({ renderEvent }: Props) {
  const auth = useAuthNow()
  const isStarted = useHydrated()
  const [isInvited] = useState(renderEvent !== undefined)
  const [hasAccount] = useState(() => rememberedUser() !== undefined)
  // An event's link invites people who have no account yet. Someone who was signed in here has one.
  const isNewcomer = isInvited && !(isStarted && hasAccount)
  const [search] = useSearchParams()
  const account = search.get(ACCOUNT) ?? (isNewcomer ? NEW : EXISTING)
  const { state }: { state: { from?: unknown } | null } = useLocation()
  const wasRedirected = isStarted && Boolean(state?.from)
  if (auth.state === 'signed-in') return <Navigate {...destinationOf(auth.user)} replace />

  const ended = auth.state === 'signed-out' && auth.ended
  if (renderEvent && account === NEW && !ended) {
    return (
      <AccountCard
        title={m.createAccountTitle()}
        invitation={renderEvent()}
        lead={rich(
          m.signInMember({
            link: linkTo(`?${ACCOUNT}=${EXISTING}`),
          }),
        )}
      >
        <CreateAccountForm email="" />
      </AccountCard>
    )
  }
  return (
    <AccountCard
      title={m.signInTitle()}
      invitation={renderEvent?.(<LinkButton to={`?${ACCOUNT}=${NEW}`}>{m.createAccount()}</LinkButton>)}
      lead={renderEvent && m.signInLeadEvent()}
      footer={<WithoutSignIn />}
    >
      {ended && (
        <Notice tone="info" title={m.signInExpired()}>
          {m.signInExpiredText()}
        </Notice>
      )}
      {wasRedirected && !ended && !renderEvent && <Notice tone="info">{m.signInToContinuePage()}</Notice>}
      <CodeOption draft={DRAFT}>
        <GoogleButton>{m.signInWithGoogle()}</GoogleButton>
        <p className={styles.or}>{m.signInOr()}</p>
        <PasswordForm />
      </CodeOption>
    </AccountCard>
  )
}

function PasswordForm() {
  const { signIn } = useAuthNow()
  const form = useForm({
    initial: { email: '', password: '' },
    draft: DRAFT,
    secret: ['password'],
    check: ({ email, password }) => ({
      ...wrongEmail(email),
      password: password ? undefined : m.signInPasswordMissing(),
    }),
    submit: ({ email, password }) => signIn((identity) => identity.signInWithEmail(email.trim(), password)),
    explain: explainAuth,
  })
  return (
    <form {...form.props} className={styles.form}>
      <Credentials email={form.field('email')} password={form.field('password')} />
      <SignInFailure failure={form.failure} />
      <Button type="submit" busy={form.busy && m.signInBusy()}>
        {m.signInTitle()}
      </Button>
    </form>
  )
}
