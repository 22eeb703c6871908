import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'

import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/accounts/messages.ts'
import type { ImportedProfile } from '#shared/accounts/invitations.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { nameErrors } from '#shared/people/profile.ts'
import { editOf } from '#shared/people/profile-edit.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { deviceTimeZone } from '#client/lib/time/dates.ts'
import { returnPath } from '#client/lib/auth/return-path.ts'
import { changeOwnProfile } from '#client/modules/people/members/change-own-profile.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import { OnboardingStep, type ProfileStepProps } from './OnboardingStep.tsx'

interface Props extends ProfileStepProps {
  /** Fields from the invitation. */
  imported: ImportedProfile
}

const ELSEWHERE = {
  bio: m.importedBio,
  phone: m.importedPhone,
  keywords: m.importedKeywords,
  links: m.importedLinks,
} as const

/** Onboarding step 3. */
export function WhoYouAre({ profile, imported, Fields }: Props) {
  // Only until the first save: from then on the profile is as the person wants it.
  const waiting = profile.displayName ? {} : imported
  const form = useWhoYouAre(profile, waiting)
  return (
    <OnboardingStep
      current={3}
      title={m.stepAboutYou()}
      lead={m.aboutYouLead()}
      footer={
        <p>
          <Link to={returnPath()}>{m.doThisLater()}</Link>
        </p>
      }
    >
      {Object.keys(waiting).length > 0 && <ImportedNotice imported={waiting} />}
      <form {...form.props} className={styles.form}>
        <Fields form={form} />
        <Submit form={form} label={m.saveAndContinue()} />
      </form>
    </OnboardingStep>
  )
}

function ImportedNotice({ imported }: { imported: ImportedProfile }) {
  const others = Object.entries(ELSEWHERE).filter(([field]) => field in imported)
  return (
    <Notice tone="info" title={m.importedTitle()}>
      {m.importedText()}
      {others.length > 0 && ` ${m.importedAlso({ fields: formatList(others.map(([, label]) => label())) })}`}
    </Notice>
  )
}

function useWhoYouAre(profile: OwnProfile, imported: ImportedProfile) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  return useForm({
    initial: {
      ...editOf(profile),
      ...imported,
      // Until then the stored time zone is a default.
      timeZone: profile.displayName ? profile.timeZone : deviceTimeZone(),
    },
    draft: 'who-you-are',
    check: nameErrors,
    submit: async ({ photo, displayName, headline, company, industry, address, timeZone }) => {
      const { bio, phone, keywords, links } = { ...editOf(profile), ...imported }
      const others = Object.keys(imported).length > 0 ? { bio, phone, keywords, links } : {}
      await changeOwnProfile(cache, {
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
