import { Link, useNavigate } from 'react-router-dom'

import type { OwnProfile } from '#shared/members.ts'
import { nameErrors } from '#shared/profile.ts'
import { editOf } from '#shared/profile-edit.ts'
import styles from '#client/features/account/account.module.css'
import { deviceTimeZone } from '#client/lib/time/dates.ts'
import { returnPath } from '#client/lib/return-path.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { OnboardingStep, type ProfileStepProps } from './OnboardingStep.tsx'
import { useProfileChange } from './queries.ts'

/** Step 3. */
export function WhoYouAre({ profile, Fields }: ProfileStepProps) {
  const form = useWhoYouAre(profile)
  return (
    <OnboardingStep
      current={3}
      title="About you"
      lead="This is what other members see first. You can change it later."
      footer={
        <p>
          <Link to={returnPath()}>Do this later</Link>
        </p>
      }
    >
      <form {...form.props} className={styles.form}>
        <Fields form={form} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            Save and continue
          </Button>
        </div>
      </form>
    </OnboardingStep>
  )
}

function useWhoYouAre(profile: OwnProfile) {
  const navigate = useNavigate()
  const change = useProfileChange()
  return useForm({
    initial: {
      ...editOf(profile),
      // The stored time zone is still a default.
      ...(!profile.displayName && { timeZone: deviceTimeZone() }),
    },
    draft: 'who-you-are',
    check: nameErrors,
    submit: async ({ displayName, headline, company, industry, address, timeZone }) => {
      await change.mutateAsync({ displayName, headline, company, industry, address, timeZone })
      await navigate('?step=4')
    },
  })
}
