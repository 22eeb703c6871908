import { type ReactNode, useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import type { OpenedLink } from '#shared/accounts/action-links.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { codeOf, explainAuth, isDeadLink } from '#client/modules/accounts/sign-in/auth-errors.ts'
import { wrongNewPassword } from '#client/modules/accounts/sign-in/checks.ts'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { renewToken } from '#client/modules/accounts/sign-in/renew-token.ts'
import { SignInFailure } from '#client/modules/accounts/sign-in/SignInFailure.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { request } from '#client/lib/request.ts'
import { deviceTimeZone } from '#client/lib/time/dates.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { rich } from '#client/ui/rich.tsx'
import { NewPasswordField, PresentPassword } from '#client/modules/accounts/sign-in/password-fields.tsx'

import { ownAddress } from './opened-link.ts'

type Created = NonNullable<OpenedLink['unverified']>

interface Props {
  code: string
  email: string
  created: Created
  onVerified: () => void
  onRemoved: () => void
  /** Called when the link no longer works. */
  onDead: () => Promise<void>
}

type PartProps = Omit<Props, 'created'>

/** Asks whose account it is, where it is not signed in. */
export function ClaimAccount({ created, ...part }: Props) {
  const { email } = part
  const [isForgotten, setIsForgotten] = useState(false)
  const own = ownAddress(useAuth())
  const Form = isForgotten ? NewPassword : Password
  return (
    <AccountCard title={m.verifyTitle()}>
      <p>{rich(createdText(created, <strong className={styles.wrapping}>{email}</strong>))}</p>
      {own && <p>{m.linkSignedInAs({ email: own })}</p>}
      <Form {...part} />
      <div>
        <Button variant="quiet" onClick={() => setIsForgotten(!isForgotten)}>
          {isForgotten ? m.claimWithPassword() : m.claimForgot()}
        </Button>
      </div>
      <NotMine {...part} />
    </AccountCard>
  )
}

function createdText({ createdAt, browser, system }: Created, email: ReactNode) {
  const timeZone = deviceTimeZone()
  const at = formatAt(new Date(createdAt), { dateStyle: 'long', timeStyle: 'short', timeZone })
  const device = browser && system ? m.deviceName({ browser, system }) : (browser ?? system)
  return device ? m.claimCreatedWith({ email, at, device }) : m.claimCreated({ email, at })
}

function Password({ code, email, onVerified, onDead }: PartProps) {
  const { signIn } = useAuth()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }): Record<string, string> =>
      password ? {} : { password: m.signInPasswordMissing() },
    submit: async ({ password }) => {
      try {
        await signIn(async (identity) => {
          await identity.signInWithEmail(email, password)
          await identity.applyLink(code)
          await renewToken(identity)
        })
        onVerified()
      } catch (error) {
        if (!isDeadLink(error)) throw error
        await onDead()
      }
    },
    explain: explainAuth,
  })
  return (
    <form {...form.props} className={styles.form}>
      <p>{m.claimByPassword()}</p>
      <PresentPassword form={form} email={email} />
      <SignInFailure failure={form.failure} />
      <Button type="submit" busy={form.busy && m.verifyBusy()}>
        {m.verify()}
      </Button>
    </form>
  )
}

function NewPassword({ code, email, onVerified, onDead }: PartProps) {
  const { signIn } = useAuth()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => wrongNewPassword(password),
    submit: async ({ password }) => {
      try {
        await request('POST /api/action-links/password', { body: { code, password } })
      } catch (error) {
        if (isDeadLink(error)) return onDead()
        if (codeOf(error) !== 'already_verified') throw error
        return onVerified()
      }
      // The address is verified all the same, and the next page offers to sign in.
      await signIn((identity) => identity.signInWithEmail(email, password)).catch(() => undefined)
      return onVerified()
    },
    explain: explainAuth,
  })
  return (
    <form {...form.props} className={styles.form}>
      <p>{m.claimByNewPassword()}</p>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField form={form} />
      <SignInFailure failure={form.failure} />
      <Button type="submit" busy={form.busy && words.saving()}>
        {m.claimSaveAndVerify()}
      </Button>
    </form>
  )
}

function NotMine({ code, email, onVerified, onRemoved, onDead }: PartProps) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const remove = useAction(async () => {
    try {
      await request('POST /api/action-links/disowned', { body: { code } })
      onRemoved()
    } catch (error) {
      if (isDeadLink(error)) return onDead()
      if (codeOf(error) !== 'already_verified') throw error
      onVerified()
    }
  })
  return (
    <div className={styles.other}>
      <p>{m.claimNotMineText()}</p>
      <div>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {m.claimNotMine()}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={m.claimRemoveTitle()}
        confirm={m.claimRemove()}
        danger
        busy={remove.busy && words.removing()}
        onClose={close}
        onConfirm={remove.start}
      >
        <p>{rich(m.claimRemoveText({ email: <strong className={styles.wrapping}>{email}</strong> }))}</p>
        <FailureNotice error={remove.failure} />
      </ConfirmDialog>
    </div>
  )
}
