import { useState } from 'react'
import { Link } from 'react-router-dom'

import { useAuthNow } from '#client/lib/auth.tsx'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { paths } from '#shared/paths.ts'

import styles from './account.module.css'
import { AccountCard } from './AccountCard.tsx'
import { codeOf, explainAuth } from './auth-errors.ts'
import { wrongEmail } from './checks.ts'

export function Component() {
  const { provider } = useAuthNow()
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    initial: { email: '' },
    draft: 'reset-password',
    check: ({ email }) => wrongEmail(email),
    submit: async ({ email }) => {
      const identity = await provider()
      await identity.sendPasswordReset(email.trim()).catch(ignoreUnknownAddress)
      setSentTo(email.trim())
    },
    explain: explainAuth,
  })
  return (
    <AccountCard
      title="Reset your password"
      lead="We’ll email you a link to choose a new password."
      footer={
        <p>
          <Link to={paths.login}>Back to sign in</Link>
        </p>
      }
    >
      {sentTo && (
        <Notice tone="success" title="Check your inbox">
          If <strong>{sentTo}</strong> has an account, a reset link is on its way. It expires in an hour.
          Nothing after a few minutes? Check your spam folder and the spelling of your email.
        </Notice>
      )}
      <form {...form.props} className={styles.form}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" variant={sentTo ? 'secondary' : 'primary'} busy={form.busy && 'Sending…'}>
          {sentTo ? 'Send another link' : 'Send link'}
        </Button>
      </form>
    </AccountCard>
  )
}

/** With some settings the provider reveals whether an address has an account. */
function ignoreUnknownAddress(error: unknown) {
  if (codeOf(error) !== 'auth/user-not-found') throw error
}
