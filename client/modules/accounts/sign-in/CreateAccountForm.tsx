import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { rememberAgreement } from '#client/modules/accounts/terms/remembered-agreement.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { useCommunityTexts } from '#client/modules/community/about/community-texts.ts'
import type { IdentityProvider } from '#client/lib/auth/firebase.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'

import styles from './account.module.css'
import { explainAuth } from './auth-errors.ts'
import { wrongEmail, wrongNewPassword } from './checks.ts'
import { CodeOption } from './CodeOption.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { SignInFailure } from './SignInFailure.tsx'
import { NewCredentials } from './SignInForm.tsx'
import { sendVerificationLink } from './verification-link.ts'

const DRAFT = 'create-account'

/** Ways to create an account. @param email a suggestion */
export function CreateAccountForm({ email }: { email: string }) {
  const { signIn } = useAuth()
  const [created, setCreated] = useState(false)
  const texts = useCommunityTexts()
  // If the text cannot be loaded, the person is asked once they are signed in.
  const agreement = typeof texts === 'string' ? undefined : texts.agreement
  const form = useForm({
    initial: { email, password: '', agreed: false },
    draft: DRAFT,
    secret: ['password', 'agreed'],
    check: (values) => ({
      ...wrongEmail(values.email),
      ...wrongNewPassword(values.password),
      agreed: agreement && !values.agreed ? m.createAccountAgree() : undefined,
    }),
    submit: (values) =>
      signIn(async (identity) => {
        if (agreement) rememberAgreement(agreement.version)
        setCreated(false)
        await identity.createAccount(values.email.trim(), values.password)
        setCreated(true)
        await sendFirstLink(identity)
      }),
    explain: explainAuth,
  })
  return (
    <CodeOption email={email} draft={DRAFT}>
      <GoogleButton>{m.signInWithGoogle()}</GoogleButton>
      <p className={styles.or}>{m.signInOr()}</p>
      <form {...form.props} className={styles.form}>
        <NewCredentials email={form.field('email')} password={form.field('password')} />
        {agreement && (
          <>
            {/* Scrollable with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section aria-label={m.createAccountAgreement()} tabIndex={0} className={styles.agreement}>
              <SanitisedHtml html={agreement.html} />
            </section>
            <CheckboxField
              name="agreed"
              label={m.createAccountVersion({ version: agreement.version })}
              checked={form.values.agreed}
              error={form.errors['agreed']}
              required
              onChange={(checked) => form.set('agreed', checked)}
            />
          </>
        )}
        <SignInFailure failure={form.failure} title={created ? m.createAccountCreated() : undefined} />
        <Button type="submit" busy={form.busy && m.createAccountBusy()}>
          {m.createAccount()}
        </Button>
      </form>
    </CodeOption>
  )
}

/** The account exists even if the email cannot be sent; the next step offers to send it again. */
async function sendFirstLink(identity: IdentityProvider) {
  try {
    await sendVerificationLink(identity)
  } catch (error) {
    reportError(error)
  }
}
