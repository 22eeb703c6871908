import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { ASK_LIFETIME } from '#shared/people/profile.ts'
import type { ProfileEdit } from '#shared/people/members.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { changeOwnProfile } from '#client/modules/people/members/change-own-profile.ts'
import { editOf } from '#shared/people/profile-edit.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import { OnboardingStep, type ProfileStepProps } from './OnboardingStep.tsx'
import { useFinish } from './queries.ts'

const HomePicker = lazyPart(() => import('#client/modules/chapters/HomePicker.tsx'), 'HomePicker')

/** Onboarding step 4. */
export function AsksStep({ profile, Fields }: ProfileStepProps) {
  const cache = useQueryClient()
  const finish = useFinish()
  const skip = useAction(finish)
  const form = useForm({
    initial: withEmptyFields(editOf(profile)),
    draft: 'asks-and-visibility',
    submit: async ({ asks, offers, visibility }) => {
      await changeOwnProfile(cache, { asks, offers, visibility })
      await finish()
    },
  })
  return (
    <OnboardingStep current={4} title={m.asksTitle()} lead={m.asksLead({ days: ASK_LIFETIME / DAY })}>
      {readSettings().COMMUNITY?.chapters && profile.status === 'active' && (
        <Suspense>
          <HomePicker />
        </Suspense>
      )}
      <form {...form.props} className={styles.form}>
        <Fields form={form} />
        <FailureNotice error={skip.failure} />
        <Submit form={form} label={m.saveAndFinish()}>
          <LinkButton variant="secondary" to="?step=3">
            {words.back()}
          </LinkButton>
          <Button variant="quiet" busy={skip.busy && m.finishing()} onClick={skip.start}>
            {m.skipStep()}
          </Button>
        </Submit>
      </form>
    </OnboardingStep>
  )
}

/** An empty field prompts for an entry better than a button does. */
const withEmptyFields = ({ asks, offers, ...rest }: ProfileEdit): ProfileEdit => ({
  ...rest,
  asks: asks.length > 0 ? asks : [''],
  offers: offers.length > 0 ? offers : [''],
})
