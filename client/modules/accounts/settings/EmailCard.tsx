import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { explainAuth, codeOf } from '#client/modules/accounts/sign-in/auth-errors.ts'
import { wrongEmail } from '#client/modules/accounts/sign-in/checks.ts'
import { renewToken } from '#client/modules/accounts/sign-in/renew-token.ts'
import { usePoll } from '#client/modules/accounts/sign-in/use-poll.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { SignInDeclined } from '#client/lib/recent-sign-in.ts'
import { tabStorage } from '#client/lib/storage/storage.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { TextField } from '#client/ui/form/TextField.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import settings from './settings.module.css'
import { useCredentialChange } from './use-credentials.ts'

interface Props {
  uid: string
  email: string
}

/** A new email takes effect once its owner has opened the link that was sent to it. */
export function EmailCard({ uid, email }: Props) {
  const [requested, setRequested] = useRequestedEmail(uid, email)
  const [editing, setEditing] = useState(false)
  const showForm = editing && requested === undefined
  return (
    <Card title={m.signInEmail()}>
      <p className={styles.address}>{email}</p>
      <p className={patterns.muted}>
        {rich(
          m.emailText({
            link: linkTo(`${paths.ownProfile}?edit=visibility`),
          }),
        )}
      </p>
      {requested !== undefined && (
        <Requested from={email} to={requested} onDiscard={() => setRequested(undefined)} />
      )}
      {showForm && <EmailForm email={email} onRequested={setRequested} onCancel={() => setEditing(false)} />}
      {!showForm && requested === undefined && (
        <div>
          <Button variant="secondary" onClick={() => setEditing(true)}>
            {m.changeEmail()}
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
      if (codeOf(error) === 'auth/email-already-in-use') return { fields: { email: m.emailTaken() } }
      return explainAuth(error)
    },
  })
  return (
    <form {...form.props} className={styles.form}>
      <TextField
        {...form.field('email')}
        label={m.emailNew()}
        hint={m.emailNewHint()}
        type="email"
        autoComplete="email"
        required
      />
      <Submit form={form} label={m.sendLink()} busy={words.sending()}>
        <Button
          variant="quiet"
          onClick={() => {
            form.discard()
            onCancel()
          }}
        >
          {words.cancel()}
        </Button>
      </Submit>
    </form>
  )
}

const sameEmail = (wanted: string, present: string): FieldErrors =>
  wanted.trim().toLowerCase() === present.toLowerCase() ? { email: m.emailSame() } : {}

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
      title={m.checkInbox()}
      actions={
        <Button variant="secondary" onClick={onDiscard}>
          {m.useAnotherEmail()}
        </Button>
      }
    >
      {rich(
        m.emailRequested({
          to: <strong className={settings.email}>{to}</strong>,
          from: <strong className={settings.email}>{from}</strong>,
        }),
      )}
    </Notice>
  )
}

/** Kept in the tab's storage, so that it survives a reload. */
function useRequestedEmail(uid: string, email: string) {
  const key = `requested-email:${uid}`
  const [requested, setRequested] = useState(() => {
    const stored = tabStorage.read(key) ?? ''
    return wrongEmail(stored)['email'] || stored.toLowerCase() === email.toLowerCase() ? undefined : stored
  })
  const change = (next: string | undefined) => {
    if (next === undefined) tabStorage.remove(key)
    else tabStorage.write(key, next)
    setRequested(next)
  }
  return [requested, change] as const
}
