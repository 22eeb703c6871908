import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { ownPrestigePath } from '#shared/prestige-paths.ts'
import { settingsPath } from '#shared/settings-paths.ts'
import { unsavedFields } from '#client/lib/edits/draft-base.ts'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { AskExpiry } from './AskExpiry.tsx'
import { fieldLabel } from './edit/field-labels.tsx'
import { editSearch, previewSearch, sectionOf } from './own-profile-url.ts'
import { type ContentField, ProfilePage } from './ProfilePage.tsx'
import styles from './ProfilePage.module.css'
import { PROFILE_DRAFT } from './queries.ts'

const PROMPTS: Record<ContentField, string> = {
  bio: 'Add a short bio',
  goals: 'Add your goals',
  asks: 'Add an ask',
  offers: 'Add an offer',
}

/** The owner's profile, with links to add what is missing. */
export function OwnProfileView({ profile, notice }: { profile: OwnProfile; notice: ReactNode }) {
  const container = useFocusFallback<HTMLDivElement>(profile.deletionDueAt)
  return (
    <div ref={container} tabIndex={-1} className={styles.screen}>
      <ScreenTitle>Your profile</ScreenTitle>
      {notice}
      <HiddenNotice what="Your profile" hidden={profile.hidden?.profile} />
      <HiddenNotice what="Your photo" hidden={profile.hidden?.photo} />
      <UnsavedChanges />
      <ProfilePage
        profile={{ ...profile, displayName: profile.displayName || 'Your profile' }}
        actions={
          <>
            <LinkButton to={editSearch('you')}>Edit profile</LinkButton>
            <LinkButton variant="secondary" to={previewSearch('member')}>
              Preview as others
            </LinkButton>
            <LinkButton variant="secondary" to={ownPrestigePath}>
              Prestige
            </LinkButton>
            <LinkButton variant="secondary" to={settingsPath()}>
              Settings
            </LinkButton>
          </>
        }
        AskFooter={AskExpiry}
        EmptyPrompt={AddLink}
      />
    </div>
  )
}

const AddLink = ({ field }: { field: ContentField }) => (
  <Link to={`${editSearch(sectionOf(field))}#${field}`}>{PROMPTS[field]}</Link>
)

function UnsavedChanges() {
  const unsaved = unsavedFields(PROFILE_DRAFT, (edit: ProfileEdit) => edit)
  const [first] = unsaved
  return first && <UnsavedNotice fields={unsaved.map(fieldLabel)} to={editSearch(sectionOf(first))} />
}
