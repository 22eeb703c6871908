import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { OwnProfile } from '#shared/members.ts'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { AskTerm } from './AskTerm.tsx'
import { fieldName } from './edit/field-words.tsx'
import { editSearch, sectionOf } from './edit/sections.ts'
import { unsavedOfProfile } from './edit/unsaved.ts'
import { type Part, ProfilePage } from './ProfilePage.tsx'
import styles from './profile.module.css'
import { viewAsSearch } from './viewers.ts'

const INVITATIONS: Record<Part, string> = {
  bio: 'Tell a little about yourself',
  goals: 'Say what you are working towards',
  asks: 'Ask for something',
  offers: 'Offer something',
}

/** All of one's own profile, with what could be added. */
export function OwnProfileView({ profile, notice }: { profile: OwnProfile; notice: ReactNode }) {
  const place = useKeptFocus<HTMLDivElement>(profile.deletionDueAt)
  return (
    <div ref={place} tabIndex={-1} className={styles.screen}>
      <ScreenTitle>Your profile</ScreenTitle>
      {notice}
      <Unsaved />
      <ProfilePage
        profile={{ ...profile, displayName: profile.displayName || 'Your profile' }}
        actions={
          <>
            <LinkButton to={editSearch('you')}>Edit profile</LinkButton>
            <LinkButton variant="secondary" to={viewAsSearch('member')}>
              As others see it
            </LinkButton>
          </>
        }
        UnderAsk={AskTerm}
        Empty={Invitation}
      />
    </div>
  )
}

const Invitation = ({ part }: { part: Part }) => (
  <Link to={`${editSearch(sectionOf(part))}#${part}`}>{INVITATIONS[part]}</Link>
)

function Unsaved() {
  const unsaved = unsavedOfProfile()
  const [first] = unsaved
  return first && <UnsavedNotice fields={unsaved.map(fieldName)} to={editSearch(sectionOf(first))} />
}
