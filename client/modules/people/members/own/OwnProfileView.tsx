import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import type { Ask, OwnProfile, ProfileEdit } from '#shared/people/members.ts'
import { ownPrestigePath } from '#shared/lib/paths/profile.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { unsavedFields } from '#client/lib/edits/draft-base.ts'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { AskExpiry } from '#client/modules/people/members/AskExpiry.tsx'
import { FulfilButton } from '#client/modules/people/members/FulfilButton.tsx'
import { fieldLabel } from '#client/modules/people/members/field-labels.tsx'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { editSearch, previewSearch, sectionOf } from '#client/modules/people/members/own-profile-url.ts'
import { type ContentField, ProfilePage } from '#client/modules/people/members/ProfilePage.tsx'
import styles from '#client/modules/people/members/ProfilePage.module.css'
import { PROFILE_DRAFT } from '#client/modules/people/members/queries.ts'

interface Props {
  profile: OwnProfile
  /** Shown above the profile. */
  notice: ReactNode
  /** Shown below the name. */
  tier: ReactNode
}

/** The owner's profile, with links to add missing fields. */
export function OwnProfileView({ profile, notice, tier }: Props) {
  return (
    <div className={styles.screen}>
      <ScreenTitle>{m.yourProfile()}</ScreenTitle>
      {notice}
      <HiddenNotice title={m.hiddenProfile()} hidden={profile.hidden?.profile} />
      <HiddenNotice title={m.hiddenPhoto()} hidden={profile.hidden?.photo} />
      <UnsavedChanges />
      <ProfilePage
        profile={{ ...profile, displayName: profile.displayName || m.yourProfile() }}
        tier={tier}
        actions={
          <>
            <LinkButton to={editSearch('you')}>{m.edit()}</LinkButton>
            <LinkButton variant="secondary" to={previewSearch('member')}>
              {m.preview()}
            </LinkButton>
            <LinkButton variant="secondary" to={ownPrestigePath}>
              {m.prestige()}
            </LinkButton>
            <LinkButton variant="secondary" to={settingsPath()}>
              {m.settings()}
            </LinkButton>
          </>
        }
        AskFooter={AskFooter}
        EmptyPrompt={AddLink}
      />
    </div>
  )
}

function AskFooter({ ask }: { ask: Ask }) {
  const { asks } = useSuspenseQuery(ownProfile).data
  return (
    <>
      <AskExpiry ask={ask} />
      {asks.some(({ id }) => id === ask.id) && (
        <div>
          <FulfilButton ask={ask} />
        </div>
      )}
    </>
  )
}

const AddLink = ({ field }: { field: ContentField }) => (
  <Link to={`${editSearch(sectionOf(field))}#${field}`}>{m.addField({ field })}</Link>
)

function UnsavedChanges() {
  const unsaved = unsavedFields(PROFILE_DRAFT, (edit: ProfileEdit) => edit)
  const [first] = unsaved
  return first && <UnsavedNotice fields={unsaved.map(fieldLabel)} to={editSearch(sectionOf(first))} />
}
