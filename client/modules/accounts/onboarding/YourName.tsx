import { useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/accounts/messages.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { nameErrors, PROFILE_LIMITS } from '#shared/people/profile.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { changeOwnProfile } from '#client/modules/people/members/change-own-profile.ts'
import { deviceTimeZone } from '#client/lib/time/dates.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import { OnboardingStep } from './OnboardingStep.tsx'
import { useFinish } from './queries.ts'

interface Props {
  profile: OwnProfile
  /** Name from an invitation. */
  suggestion: string
}

/** The last step for people who came for an event. The dashboard offers the rest of the profile. */
export function YourName({ profile, suggestion }: Props) {
  const cache = useQueryClient()
  const finish = useFinish()
  const form = useForm({
    initial: { displayName: profile.displayName || suggestion },
    draft: 'your-name',
    leaves: true,
    check: nameErrors,
    submit: async ({ displayName }) => {
      // Until then the stored time zone is a default.
      await changeOwnProfile(cache, {
        displayName,
        timeZone: profile.displayName ? profile.timeZone : deviceTimeZone(),
      })
      await finish()
    },
  })
  return (
    <OnboardingStep current={3} toEvent title={m.stepYourName()} lead={m.yourNameLead()}>
      <form {...form.props} className={styles.form}>
        <TextField
          {...form.field('displayName')}
          label={m.yourNameLabel()}
          autoComplete="name"
          maxLength={PROFILE_LIMITS.displayName.max}
          required
        />
        <Submit form={form} label={m.continueToEvent()} wide />
      </form>
    </OnboardingStep>
  )
}
