import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import styles from '#client/features/account/account.module.css'
import { LinkedEvent, useLinkedEvent } from '#client/features/account/LinkedEvent.tsx'
import { explainAuth } from '#client/features/account/auth-errors.ts'
import { PASSWORD_MIN, wrongEmail, wrongNewPassword } from '#client/features/account/checks.ts'
import { GoogleButton } from '#client/features/account/GoogleButton.tsx'
import { SignInFailure } from '#client/features/account/SignInFailure.tsx'
import { sendVerificationLink } from '#client/features/account/verification-link.ts'
import { rememberAgreement } from '#client/lib/agreement.ts'
import { useCommunityTexts } from '#client/lib/community-texts.ts'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'
import { useAuth } from '#client/lib/auth.tsx'
import type { IdentityProvider } from '#client/lib/firebase.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { PasswordField } from '#client/ui/PasswordField.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { useOpenedInvitation } from './invitation.ts'
import { InvitationNotice } from './InvitationNotice.tsx'
import { OnboardingStep } from './OnboardingStep.tsx'

/** Step 1. */
export function CreateAccount({ email, token }: { email: string; token: string | undefined }) {
  const opened = useOpenedInvitation(token)
  if (opened.isLoading) return <ScreenSpinner />
  const notice = <InvitationNotice invitation={opened.data} error={opened.error} />
  return <AccountForm email={email || (opened.data?.email ?? '')} notice={notice} />
}

function AccountForm({ email, notice }: { email: string; notice: ReactNode }) {
  const { signIn } = useAuth()
  const event = useLinkedEvent()
  const [created, setCreated] = useState(false)
  const texts = useCommunityTexts()
  // A text that cannot be loaded is asked about once the person is signed in.
  const consent = typeof texts === 'string' ? undefined : texts.consent
  const form = useForm({
    initial: { email, password: '', agreed: false },
    draft: 'create-account',
    secret: ['password', 'agreed'],
    check: (values) => ({
      ...wrongEmail(values.email),
      ...wrongNewPassword(values.password),
      ...(consent && !values.agreed && { agreed: 'Agree to this text to create an account.' }),
    }),
    submit: (values) =>
      signIn(async (identity) => {
        if (consent) rememberAgreement(consent.version)
        setCreated(false)
        await identity.createAccount(values.email.trim(), values.password)
        setCreated(true)
        await sendFirstLink(identity)
      }),
    explain: explainAuth,
  })
  return (
    <OnboardingStep
      current={1}
      title="Create your account"
      lead="It takes two minutes. You can stop after any step and continue later."
      footer={
        <p>
          Already have an account? <Link to={paths.login}>Sign in</Link>
        </p>
      }
    >
      {notice}
      {event && <LinkedEvent event={event} next="Create an account" />}
      <GoogleButton>Continue with Google</GoogleButton>
      <p className={styles.or}>or</p>
      <form {...form.props} className={styles.form}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
        <PasswordField
          {...form.field('password')}
          label="Password"
          hint={`At least ${PASSWORD_MIN} characters. A few unrelated words work well.`}
          autoComplete="new-password"
          required
        />
        {consent && (
          <>
            {/* Scrolls with the keyboard too. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section aria-label="What you agree to" tabIndex={0} className={styles.consent}>
              <SanitisedHtml html={consent.html} />
            </section>
            <CheckboxField
              name="agreed"
              label={`I agree to this text (version ${consent.version})`}
              checked={form.values.agreed}
              error={form.errors['agreed']}
              required
              onChange={(checked) => form.set('agreed', checked)}
            />
          </>
        )}
        <SignInFailure failure={form.failure} title={created ? 'Your account was created' : undefined} />
        <Button type="submit" busy={form.busy && 'Creating your account…'}>
          Create account
        </Button>
      </form>
    </OnboardingStep>
  )
}

/** The account exists whether or not the email can be sent; the next step offers to send it again. */
async function sendFirstLink(identity: IdentityProvider) {
  try {
    await sendVerificationLink(identity)
  } catch (error) {
    reportError(error)
  }
}
