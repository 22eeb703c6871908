import { Link, useNavigate } from 'react-router-dom'

import { deviceTimeZone } from '#client/lib/dates.ts'
import { countryOptions, timeZoneOptions } from '#client/lib/places.ts'
import { returnPath } from '#client/lib/return-path.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { INDUSTRIES, PROFILE_LIMITS } from '#shared/profile.ts'

import styles from './account.module.css'
import { OnboardingStep } from './OnboardingStep.tsx'
import { useProfileChange } from './queries.ts'

const NOT_SAID = { value: '', label: 'Not said' }
const INDUSTRY_OPTIONS = [NOT_SAID, ...INDUSTRIES.map((name) => ({ value: name, label: name }))]

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
        <TextField
          {...form.field('displayName')}
          label="Name"
          maxLength={PROFILE_LIMITS.displayName.max}
          autoComplete="name"
          required
        />
        <TextField
          {...form.field('headline')}
          label="Headline"
          hint="In a line: what you do, and for whom."
          maxLength={PROFILE_LIMITS.headline}
          optional
        />
        <div className={styles.pair}>
          <TextField
            {...form.field('company')}
            label="Company"
            maxLength={PROFILE_LIMITS.company}
            autoComplete="organization"
            optional
          />
          <SelectField {...form.field('industry')} label="Industry" options={INDUSTRY_OPTIONS} optional />
          <TextField
            {...form.field('city')}
            label="City"
            maxLength={80}
            autoComplete="address-level2"
            optional
          />
          <SelectField
            {...form.field('country')}
            label="Country"
            options={[NOT_SAID, ...countryOptions()]}
            autoComplete="country"
            optional
          />
        </div>
        <SelectField
          {...form.field('timeZone')}
          label="Time zone"
          hint="Taken from your device. Members see it, so that they know when to reach you."
          options={timeZoneOptions(form.values.timeZone)}
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
  const { displayName, headline, company, address } = profile
  return useForm({
    initial: {
      displayName,
      headline,
      company,
      industry: profile.industry as string,
      city: address.city ?? '',
      country: address.country_code ?? '',
      // Nobody has said anything yet: the zone on record is a default.
      timeZone: displayName ? profile.timeZone : deviceTimeZone(),
    },
    draft: 'who-you-are',
    check: (values) =>
      values.displayName.trim().length < PROFILE_LIMITS.displayName.min
        ? {
            displayName: `Please tell us your name, with at least ${PROFILE_LIMITS.displayName.min} letters.`,
          }
        : {},
    submit: async ({ city, country, industry, ...rest }) => {
      await change.mutateAsync({
        ...rest,
        industry: industry as ProfileEdit['industry'],
        address: { ...address, city, country_code: country },
      })
      await navigate('?step=4')
    },
  })
}
