import { Link, useNavigate } from 'react-router-dom'

import type { ImportedProfile } from '#shared/invitations.ts'
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

interface Props extends ProfileStepProps {
  /** Came with the invitation. */
  imported: ImportedProfile
}

const ELSEWHERE = { bio: 'about you', phone: 'phone', keywords: 'keywords', links: 'links' } as const

/** Step 3. */
export function WhoYouAre({ profile, imported, Fields }: Props) {
  // Only until the person has saved: from then on the profile is as they want it.
  const waiting = profile.displayName ? {} : imported
  const form = useWhoYouAre(profile, waiting)
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
      {Object.keys(waiting).length > 0 && <ImportedNotice imported={waiting} />}
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

function ImportedNotice({ imported }: { imported: ImportedProfile }) {
  const others = Object.entries(ELSEWHERE).filter(([field]) => field in imported)
  return (
    <Notice tone="info" title="Filled in for you">
      These details came with your invitation. Nobody sees them before you save, and you can change all of
      them.
      {others.length > 0 &&
        ` Your profile also gets what came with it for ${others.map(([, label]) => label).join(', ')}.`}
    </Notice>
  )
}

function useWhoYouAre(profile: OwnProfile, imported: ImportedProfile) {
  const navigate = useNavigate()
  const change = useProfileChange()
  return useForm({
    initial: {
      ...editOf(profile),
      ...imported,
      // The stored time zone is still a default.
      ...(!profile.displayName && { timeZone: deviceTimeZone() }),
    },
    draft: 'who-you-are',
    check: nameErrors,
    submit: async ({ photo, displayName, headline, company, industry, address, timeZone }) => {
      const { bio, phone, keywords, links } = { ...editOf(profile), ...imported }
      const others = Object.keys(imported).length > 0 ? { bio, phone, keywords, links } : {}
      await change.mutateAsync({
        ...others,
        photo,
        displayName,
        headline,
        company,
        industry,
        address,
        timeZone,
      })
      await navigate('?step=4')
    },
  })
}
