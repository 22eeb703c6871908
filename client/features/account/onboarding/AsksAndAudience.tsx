import { useNavigate } from 'react-router-dom'

import type { ProfileEdit } from '#shared/members.ts'
import styles from '#client/features/account/account.module.css'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { editOf } from '#shared/profile-edit.ts'
import { returnPath } from '#client/lib/return-path.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { OnboardingStep, type ProfileStepProps } from './OnboardingStep.tsx'
import { useFinishOnboarding, useProfileChange } from './queries.ts'

/** Step 4. */
export function AsksAndAudience({ profile, Fields }: ProfileStepProps) {
  const change = useProfileChange()
  const finish = useFinish()
  const skip = useCommand(finish)
  const form = useForm({
    initial: withEmptyFields(editOf(profile)),
    draft: 'asks-and-audience',
    submit: async ({ asks, offers, visibility }) => {
      await change.mutateAsync({ asks, offers, visibility })
      await finish()
    },
  })
  return (
    <OnboardingStep
      current={4}
      title="Your asks and offers"
      lead="They show members how to help each other. Each one expires after 90 days unless you renew it."
    >
      <form {...form.props} className={styles.form}>
        <Fields form={form} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <FailureNotice error={skip.failure} />
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            Save and finish
          </Button>
          <LinkButton variant="secondary" to="?step=3">
            Back
          </LinkButton>
          <Button variant="quiet" busy={skip.busy && 'Finishing…'} onClick={skip.start}>
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
    // Updates the session's copy, so that the person isn't sent here again.
    await refresh().catch(() => undefined)
    await navigate(returnPath(), { replace: true })
  }
}

/** An empty field invites more than a button. */
const withEmptyFields = ({ asks, offers, ...rest }: ProfileEdit): ProfileEdit => ({
  ...rest,
  asks: asks.length > 0 ? asks : [''],
  offers: offers.length > 0 ? offers : [''],
})
