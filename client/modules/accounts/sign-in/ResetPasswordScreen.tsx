import { useState } from 'react'
import { Link } from 'react-router-dom'

import { useAuthNow } from '#client/lib/auth/auth.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { rich } from '#client/ui/rich.tsx'
import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { Submit } from '#client/ui/form/Submit.tsx'

import styles from './account.module.css'
import { AccountCard } from './AccountCard.tsx'
import { codeOf, explainAuth } from './auth-errors.ts'
import { wrongEmail } from './checks.ts'
import { EmailField } from './EmailField.tsx'

export function ResetPasswordScreen() {
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
      title={m.resetTitle()}
      lead={m.resetLead()}
      footer={
        <p>
          <Link to={paths.login}>{m.resetBack()}</Link>
        </p>
      }
    >
      {sentTo && (
        <Notice tone="success" title={m.checkInbox()}>
          {rich(m.resetSent({ email: <strong>{sentTo}</strong> }))}
        </Notice>
      )}
      <form {...form.props} className={styles.form}>
        <EmailField {...form.field('email')} />
        <Submit
          form={form}
          label={sentTo ? m.resetAgain() : m.sendLink()}
          busy={words.sending()}
          variant={sentTo ? 'secondary' : 'primary'}
          wide
        />
      </form>
    </AccountCard>
  )
}

/** With some settings the provider reveals whether an address has an account. */
function ignoreUnknownAddress(error: unknown) {
  if (codeOf(error) !== 'auth/user-not-found') throw error
}
