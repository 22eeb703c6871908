import { useNavigate } from 'react-router-dom'

import { AUDIENCE_OPTIONS, FIELD_NAMES } from '#client/lib/audience.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { returnPath } from '#client/lib/return-path.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextListField } from '#client/ui/TextListField.tsx'
import type { OwnProfile } from '#shared/members.ts'
import { PROFILE_LIMITS, type Visibility } from '#shared/profile.ts'

import styles from './account.module.css'
import { FailureNotice } from './FailureNotice.tsx'
import { OnboardingStep } from './OnboardingStep.tsx'
import { useFinishOnboarding, useProfileChange } from './queries.ts'
import { useAct } from './use-act.ts'

/** Those that onboarding asks for, and the email address, which everyone has given. */
const AUDIENCE_OF = ['email', 'headline', 'company', 'industry', 'address', 'asks', 'offers'] as const

const { asksAndOffers: MOST, askOrOffer: LONGEST } = PROFILE_LIMITS

/** Step 4. */
export function AsksAndAudience({ profile }: { profile: OwnProfile }) {
  const change = useProfileChange()
  const finish = useFinish()
  const skip = useAct(finish)
  const form = useForm({
    initial: {
      asks: atLeastOne(profile.asks.map(({ text }) => text)),
      offers: atLeastOne(profile.offers.map(({ text }) => text)),
      visibility: profile.visibility,
    },
    draft: 'asks-and-audience',
    submit: async (values) => {
      await change.mutateAsync(values)
      await finish()
    },
  })
  return (
    <OnboardingStep
      current={4}
      title="What you ask for and offer"
      lead="This is how members find out how they can help each other. Each entry stays for 90 days."
    >
      <form {...form.props} className={styles.form}>
        <TextListField
          label="Asks"
          itemLabel="Ask"
          hint="Such as: an introduction to a patent lawyer."
          name="asks"
          values={form.values.asks}
          errors={form.errors}
          most={MOST}
          maxLength={LONGEST}
          onChange={(asks) => form.set('asks', asks)}
        />
        <TextListField
          label="Offers"
          itemLabel="Offer"
          hint="Such as: an hour on pricing for anyone who starts out."
          name="offers"
          values={form.values.offers}
          errors={form.errors}
          most={MOST}
          maxLength={LONGEST}
          onChange={(offers) => form.set('offers', offers)}
        />
        <fieldset className={styles.group}>
          <legend>Who may see what</legend>
          <p className={styles.quiet}>Members always see your name.</p>
          <div className={styles.pair}>
            {AUDIENCE_OF.map((name) => (
              <SelectField
                key={name}
                label={FIELD_NAMES[name]}
                name={`visibility.${name}`}
                value={form.values.visibility[name]}
                options={AUDIENCE_OPTIONS}
                onChange={(value) =>
                  form.set('visibility', { ...form.values.visibility, [name]: value as Visibility })
                }
              />
            ))}
          </div>
        </fieldset>
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <FailureNotice error={skip.failure} />
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            Save and finish
          </Button>
          <LinkButton variant="secondary" to="?step=3">
            Back
          </LinkButton>
          <Button variant="quiet" busy={skip.busy && 'One moment…'} onClick={skip.start}>
            Skip this step
          </Button>
        </div>
      </form>
    </OnboardingStep>
  )
}

function useFinish() {
  const { refresh } = useAuth()
  const navigate = useNavigate()
  const { mutateAsync } = useFinishOnboarding()
  return async () => {
    await mutateAsync()
    // Only so that nobody is led here again; the next visit would learn it anyway.
    await refresh().catch(() => undefined)
    await navigate(returnPath(), { replace: true })
  }
}

/** An empty line to write on says more than a button. */
const atLeastOne = (texts: string[]) => (texts.length > 0 ? texts : [''])
