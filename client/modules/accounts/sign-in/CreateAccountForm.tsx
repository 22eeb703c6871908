import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { requestOnce } from '#client/lib/request.ts'
import { rememberAgreement } from '#client/modules/accounts/terms/remembered-agreement.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { useCommunityTexts } from '#client/modules/community/about/community-texts.ts'
import type { IdentityProvider } from '#client/lib/auth/firebase.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'

import styles from './account.module.css'
import { explainAuth } from './auth-errors.ts'
import { wrongEmail, wrongNewPassword } from './checks.ts'
import { CodeOption } from './CodeOption.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { renewToken } from './renew-token.ts'
import { SignInFailure } from './SignInFailure.tsx'
import { NewCredentials } from './SignInForm.tsx'
import { sendVerificationLink } from './verification-link.ts'

const DRAFT = 'create-account'

interface Props {
  /** A suggestion. */
  email: string
  /** The token of the link that led here. */
  invitation?: string | undefined
}

/** Ways to create an account. */
export function CreateAccountForm({ email, invitation }: Props) {
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
        await verifyAddress(identity, invitation)
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

/**
 * An invitation that was emailed to this address verifies it; otherwise a link is sent. The account exists even if that
 * fails; the next step offers to send another one.
 */
async function verifyAddress(identity: IdentityProvider, token: string | undefined) {
  // Copied links have no proof.
  if (token?.includes('.') && (await isProven(identity, token))) return
  await sendVerificationLink(identity).catch(reportError)
}

async function isProven(identity: IdentityProvider, token: string) {
  try {
    const idToken = await identity.currentUser()!.getIdToken()
    await requestOnce('POST /api/invitations/address-verification', { body: { idToken, token } })
    await renewToken(identity)
    return true
  } catch {
    return false
  }
}
