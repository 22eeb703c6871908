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
  const [askedFor, setAskedFor] = useState<string>()
  const form = useForm({
    initial: { email: '' },
    draft: 'reset-password',
    check: ({ email }) => wrongEmail(email),
    submit: async ({ email }) => {
      const identity = await provider()
      await identity.sendPasswordReset(email.trim()).catch(ignoreUnknownAddress)
      setAskedFor(email.trim())
    },
    explain: explainAuth,
  })
  return (
    <AccountCard
      title="Reset your password"
      lead="We send you a link with which you choose a new one."
      footer={
        <p>
          <Link to={paths.login}>Back to signing in</Link>
        </p>
      }
    >
      {askedFor && (
        <Notice tone="success" title="Look into your inbox">
          If <strong>{askedFor}</strong> has an account here, a link is on its way. It works for an hour.
          Nothing there after a few minutes? Look into the spam folder, and check the address below.
        </Notice>
      )}
      <form {...form.props} className={styles.form}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" variant={askedFor ? 'secondary' : 'primary'} busy={form.busy && 'Sending…'}>
          {askedFor ? 'Send another link' : 'Send the link'}
        </Button>
      </form>
    </AccountCard>
  )
}

/** Whether an address has an account is nobody else's business; with some settings the provider would tell. */
function ignoreUnknownAddress(error: unknown) {
  if (codeOf(error) !== 'auth/user-not-found') throw error
}
