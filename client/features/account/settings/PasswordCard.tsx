import { useState } from 'react'

import styles from '#client/features/account/account.module.css'
import { explainAuth } from '#client/features/account/auth-errors.ts'
import { PASSWORD_MIN, wrongNewPassword } from '#client/features/account/checks.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { SignInDeclined } from '#client/lib/recent-sign-in.ts'
import { request } from '#client/lib/request.ts'
import { type Explanation, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PasswordField } from '#client/ui/PasswordField.tsx'
import patterns from '#client/ui/patterns.module.css'
import { useToast } from '#client/ui/toast.ts'

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
    toast(hasPassword ? 'Password changed. Your other devices were signed out.' : 'Password added.', {
      tone: 'success',
    })
    await onChanged()
  }
  return (
    <Card title="Password">
      <p>
        {hasPassword
          ? 'After a change, your other devices are signed out.'
          : 'You sign in with Google. Add a password to sign in with your email too.'}
      </p>
      {editing ? (
        <PasswordForm email={email} hasPassword={hasPassword} onDone={done} onCancel={close} />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setEditing(true)}>
            {hasPassword ? 'Change password' : 'Add password'}
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
      ...(hasPassword && !present && { present: 'Enter your current password.' }),
      ...wrongNewPassword(password),
    }),
    submit: async ({ present, password }) => {
      if (hasPassword) {
        await signIn((identity) => identity.signInWithEmail(email, present)).catch(asWrongPresent)
      }
      await change('password_change', () => signIn((identity) => identity.replacePassword(email, password)))
      // The provider has revoked them already. This way they end at once, and leave the list.
      await request('/api/sessions', { method: 'DELETE' }).catch(() => undefined)
      await onDone()
    },
    explain: explainPassword,
  })
  return (
    <form {...form.props} className={styles.form}>
      {/* For password managers, which store passwords by email. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          {...form.field('present')}
          label="Current password"
          autoComplete="current-password"
          required
        />
      )}
      <PasswordField
        {...form.field('password')}
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters. A few unrelated words work well.`}
        autoComplete="new-password"
        required
      />
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <div className={patterns.actions}>
        <Button type="submit" busy={form.busy && 'Saving…'}>
          Save password
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

class WrongPresentPassword extends Error {}

/** The same code for the new password would be another error. */
function asWrongPresent(error: unknown): never {
  throw explainAuth(error).fields?.['password'] ? new WrongPresentPassword() : error
}

function explainPassword(error: unknown): Explanation {
  if (error instanceof WrongPresentPassword)
    return { fields: { present: 'This isn’t your current password.' } }
  if (error instanceof SignInDeclined) return { message: error.message }
  return explainAuth(error)
}
