import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { explainAuth } from '#client/modules/accounts/sign-in/auth-errors.ts'
import { wrongNewPassword } from '#client/modules/accounts/sign-in/checks.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { SignInDeclined } from '#client/lib/recent-sign-in.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import type { Explanation } from '#client/lib/explain-problem.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { PasswordField } from '#client/ui/form/PasswordField.tsx'
import { useToast } from '#client/lib/toast.ts'
import { Submit } from '#client/ui/form/Submit.tsx'
import { NewPasswordField } from '#client/modules/accounts/sign-in/password-fields.tsx'

import { useCredentialChange } from './use-credentials.ts'

interface Props {
  email: string
  hasPassword: boolean
  onChanged: () => Promise<unknown>
}

export function PasswordCard({ email, hasPassword, onChanged }: Props) {
  const [editing, setEditing] = useState(false)
  const toast = useToast()
  const close = () => setEditing(false)
  const done = async () => {
    close()
    toast(hasPassword ? m.passwordChanged() : m.passwordAdded(), {
      tone: 'success',
    })
    await onChanged()
  }
  return (
    <Card title={m.signInPassword()}>
      <p>{hasPassword ? m.passwordText() : m.passwordNone()}</p>
      {editing ? (
        <PasswordForm email={email} hasPassword={hasPassword} onDone={done} onCancel={close} />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setEditing(true)}>
            {hasPassword ? m.passwordChange() : m.passwordAdd()}
          </Button>
        </div>
      )}
    </Card>
  )
}

interface FormProps {
  email: string
  hasPassword: boolean
  onDone: () => Promise<void>
  onCancel: () => void
}

function PasswordForm({ email, hasPassword, onDone, onCancel }: FormProps) {
  const { signIn } = useAuth()
  const change = useCredentialChange()
  const form = useForm({
    initial: { present: '', password: '' },
    check: ({ present, password }) => ({
      present: hasPassword && !present ? m.passwordCurrentMissing() : undefined,
      ...wrongNewPassword(password),
    }),
    submit: async ({ present, password }) => {
      if (hasPassword) {
        await signIn((identity) => identity.signInWithEmail(email, present)).catch(asWrongPresent)
      }
      await change('password_change', () => signIn((identity) => identity.replacePassword(email, password)))
      // The provider has revoked them already. This ends them at once, and removes them from the list.
      await request('DELETE /api/sessions').catch(() => undefined)
      await onDone()
    },
    explain: explainPassword,
  })
  return (
    <form {...form.props} className={styles.form}>
      {/* Read by password managers, which store passwords by email. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          {...form.field('present')}
          label={m.passwordCurrent()}
          kind="current"
          autoComplete="current-password"
          required
        />
      )}
      <NewPasswordField form={form} />
      <Submit form={form} label={m.savePassword()}>
        <Button variant="quiet" onClick={onCancel}>
          {words.cancel()}
        </Button>
      </Submit>
    </form>
  )
}

class WrongPresentPassword extends Error {}

/** For the new password, the same code would be a different error. */
function asWrongPresent(error: unknown): never {
  throw explainAuth(error).fields?.['password'] ? new WrongPresentPassword() : error
}

function explainPassword(error: unknown): Explanation {
  if (error instanceof WrongPresentPassword) return { fields: { present: m.passwordCurrentWrong() } }
  if (error instanceof SignInDeclined) return { message: error.message }
  return explainAuth(error)
}
