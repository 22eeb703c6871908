import { Link, useNavigate } from 'react-router-dom'

import type { OwnProfile } from '#shared/members.ts'
import { PROFILE_LIMITS } from '#shared/profile.ts'
import styles from '#client/features/account/account.module.css'
import { deviceTimeZone } from '#client/lib/dates.ts'
import { editOf } from '#client/lib/profile-edit.ts'
import { AddressPartField, CountryField, NameAndWork } from '#client/lib/profile-fields.tsx'
import { returnPath } from '#client/lib/return-path.ts'
import { TimeZoneField } from '#client/lib/TimeZoneField.tsx'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldRow } from '#client/ui/FieldGroup.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { OnboardingStep } from './OnboardingStep.tsx'
import { useProfileChange } from './queries.ts'

/** Step 3. */
export function WhoYouAre({ profile }: { profile: OwnProfile }) {
  const form = useWhoYouAre(profile)
  return (
    <OnboardingStep
      current={3}
      title="Who you are"
      lead="What other members see first. You can change all of it later."
      footer={
        <p>
          <Link to={returnPath()}>Do this later</Link>
        </p>
      }
    >
      <form {...form.props} className={styles.form}>
        <NameAndWork form={form} />
        <FieldRow>
          <AddressPartField form={form} part="city" />
          <CountryField form={form} />
        </FieldRow>
        <TimeZoneField
          {...form.field('timeZone')}
          hint="Taken from your device. Members see it, so that they know when to reach you."
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            Save and go on
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
      // Nobody has said anything yet: the zone on record is a default.
      ...(!profile.displayName && { timeZone: deviceTimeZone() }),
    },
    draft: 'who-you-are',
    check: (values) =>
      values.displayName.trim().length < PROFILE_LIMITS.displayName.min
        ? {
            displayName: `Please tell us your name, with at least ${PROFILE_LIMITS.displayName.min} letters.`,
          }
        : {},
    submit: async ({ displayName, headline, company, industry, address, timeZone }) => {
      await change.mutateAsync({ displayName, headline, company, industry, address, timeZone })
      await navigate('?step=4')
    },
  })
}
