import { useState } from 'react'
import { Navigate } from 'react-router-dom'

import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { explainAuth, isDeadLink } from '#client/modules/accounts/sign-in/auth-errors.ts'
import { wrongNewPassword } from '#client/modules/accounts/sign-in/checks.ts'
import { destinationOf } from '#client/modules/accounts/sign-in/destination.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'
import { NewPasswordField } from '#client/modules/accounts/sign-in/password-fields.tsx'

export function NewPassword({ code }: { code: string }) {
  const auth = useAuth()
  const [outcome, setOutcome] = useState<'changed' | 'dead'>()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => wrongNewPassword(password),
    submit: async ({ password }) => {
      try {
        const { email } = await request('POST /api/action-links/password', { body: { code, password } })
        setOutcome('changed')
        await auth.signIn((identity) => identity.signInWithEmail(email, password))
      } catch (error) {
        if (!isDeadLink(error)) throw error
        setOutcome('dead')
      }
    },
    explain: explainAuth,
  })

  if (auth.state === 'signed-in' && outcome === 'changed') {
    return <Navigate {...destinationOf(auth.user)} replace />
  }
  if (outcome === 'changed') return <Changed signingIn={form.busy} />
  if (outcome === 'dead') return <DeadLink />
  return (
    <AccountCard title={m.newPasswordTitle()}>
      <form {...form.props} className={styles.form}>
        <NewPasswordField form={form} />
        <Submit form={form} label={m.savePassword()} wide />
      </form>
    </AccountCard>
  )
}

const Changed = ({ signingIn }: { signingIn: boolean }) => (
  <AccountCard title={m.newPasswordDone()}>
    {signingIn ? (
      <Spinner label={m.signInBusyLabel()} />
    ) : (
      <>
        <Notice tone="success">{m.newPasswordDoneText()}</Notice>
        <LinkButton to={paths.login}>{m.signInTitle()}</LinkButton>
      </>
    )}
  </AccountCard>
)

const DeadLink = () => (
  <AccountCard title={m.linkDeadTitle()}>
    <Notice tone="warning">{m.newPasswordDead()}</Notice>
    <div className={styles.actions}>
      <LinkButton to={paths.resetPassword}>{m.newPasswordRequest()}</LinkButton>
      <LinkButton variant="secondary" to={paths.login}>
        {m.signInTitle()}
      </LinkButton>
    </div>
  </AccountCard>
)
