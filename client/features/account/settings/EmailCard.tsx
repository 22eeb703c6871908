import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { settingsPath } from '#shared/settings-paths.ts'
import styles from '#client/features/account/account.module.css'
import { explainAuth, codeOf } from '#client/features/account/auth-errors.ts'
import { wrongEmail } from '#client/features/account/checks.ts'
import { renewToken } from '#client/features/account/renew-token.ts'
import { usePoll } from '#client/features/account/use-poll.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { ownProfile } from '#client/lib/own-profile.ts'
import { SignInDeclined } from '#client/lib/recent-sign-in.ts'
import { tabStorage } from '#client/lib/storage.ts'
import { type FieldErrors, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { TextField } from '#client/ui/TextField.tsx'

import settings from './settings.module.css'
import { useCredentialChange } from './use-credentials.ts'

interface Props {
  uid: string
  email: string
}

/** A new email takes effect once its owner has opened the link that was sent there. */
export function EmailCard({ uid, email }: Props) {
  const [requested, setRequested] = useRequestedEmail(uid, email)
  const [editing, setEditing] = useState(false)
  const showForm = editing && requested === undefined
  return (
    <Card title="Email">
      <p className={styles.address}>{email}</p>
      <p className={patterns.muted}>
        You sign in with it. Choose who can see it under{' '}
        <Link to={`${paths.ownProfile}?edit=audience`}>Visibility</Link>.
      </p>
      {requested !== undefined && (
        <Requested from={email} to={requested} onDiscard={() => setRequested(undefined)} />
      )}
      {showForm && <EmailForm email={email} onRequested={setRequested} onCancel={() => setEditing(false)} />}
      {!showForm && requested === undefined && (
        <div>
          <Button variant="secondary" onClick={() => setEditing(true)}>
            Change email
          </Button>
        </div>
      )}
    </Card>
  )
}

interface FormProps {
  email: string
  onRequested: (email: string) => void
  onCancel: () => void
}

function EmailForm({ email, onRequested, onCancel }: FormProps) {
  const change = useCredentialChange()
  const form = useForm({
    initial: { email: '' },
    draft: 'new-email',
    check: (values) => ({ ...sameEmail(values.email, email), ...wrongEmail(values.email) }),
    submit: async (values) => {
      const wanted = values.email.trim()
      await change('email_change', (identity) =>
        identity.sendEmailChange(wanted, `${location.origin}${settingsPath()}`),
      )
      onRequested(wanted)
    },
    explain: (error) => {
      if (error instanceof SignInDeclined) return { message: error.message }
      if (codeOf(error) === 'auth/email-already-in-use')
        return { fields: { email: 'This email belongs to another account.' } }
      return explainAuth(error)
    },
  })
  return (
    <form {...form.props} className={styles.form}>
      <TextField
        {...form.field('email')}
        label="New email"
        hint="We’ll send a link there. Your email changes when you open it."
        type="email"
        autoComplete="email"
        required
      />
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <div className={patterns.actions}>
        <Button type="submit" busy={form.busy && 'Sending…'}>
          Send link
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            form.discard()
            onCancel()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

const sameEmail = (wanted: string, present: string): FieldErrors =>
  wanted.trim().toLowerCase() === present.toLowerCase() ? { email: 'This is already your email.' } : {}

/** Updates automatically: the link may be opened in another tab or on another device. */
function Requested({ from, to, onDiscard }: { from: string; to: string; onDiscard: () => void }) {
  const { provider, signIn } = useAuth()
  const cache = useQueryClient()
  usePoll(async () => {
    const identity = await provider()
    await identity.reload()
    if (identity.currentUser()?.email === from) return
    await signIn(renewToken)
    await cache.invalidateQueries({ queryKey: ownProfile.queryKey })
  })
  return (
    <Notice
      tone="info"
      title="Check your inbox"
      actions={
        <Button variant="secondary" onClick={onDiscard}>
          Use another email
        </Button>
      }
    >
      We sent a link to <strong className={settings.email}>{to}</strong>. Your email stays{' '}
      <strong className={settings.email}>{from}</strong> until you open it. Nothing after a few minutes? Check
      your spam folder.
    </Notice>
  )
}

/** In the tab's storage, so that a reload does not forget it. */
function useRequestedEmail(uid: string, email: string) {
  const key = `requested-email:${uid}`
  const [requested, setRequested] = useState(() => {
    const stored = tabStorage.read(key) ?? undefined
    return stored?.toLowerCase() === email.toLowerCase() ? undefined : stored
  })
  const change = (next: string | undefined) => {
    if (next === undefined) tabStorage.remove(key)
    else tabStorage.write(key, next)
    setRequested(next)
  }
  return [requested, change] as const
}
