import type { ComponentType, ReactNode } from 'react'

import { industryName } from '#shared/community/industries.ts'
import * as m from '#shared/people/messages.ts'
import type { Ask, MemberProfile } from '#shared/people/members.ts'
import { isMultiline, PROFILE_TEXTS, type ProfileText } from '#shared/people/profile-fields.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { ProfileAside } from './ProfileAside.tsx'
import styles from './ProfilePage.module.css'

export type ContentField = ProfileText | 'asks' | 'offers'

const PROSE = PROFILE_TEXTS.filter(isMultiline)

interface Props {
  profile: MemberProfile
  /** Shown below the name. */
  tier?: ReactNode
  /** Shown beside the name. */
  actions?: ReactNode
  /** Shown below each ask and offer. */
  AskFooter?: ComponentType<{ ask: Ask }>
  /** Shown for an empty field; without it the field is left out. */
  EmptyPrompt?: ComponentType<{ field: ContentField }>
}

/** Shows the fields that the server sent to this viewer, without gaps for the others. */
export function ProfilePage({ profile, tier, actions, AskFooter, EmptyPrompt }: Props) {
  const { displayName, asks = [], offers = [] } = profile
  const isEmpty = PROSE.every((field) => !profile[field]) && asks.length === 0 && offers.length === 0
  return (
    <article className={styles.profile}>
      <Header profile={profile} tier={tier} actions={actions} />
      <div className={styles.columns}>
        <Stack gap={8}>
          {isEmpty && !EmptyPrompt && (
            <p className={patterns.muted}>{rich(m.nothingShared({ name: <bdi>{displayName}</bdi> }))}</p>
          )}
          {PROSE.map((field) => (
            <Section
              key={field}
              title={field === 'bio' ? m.about() : m.fieldName({ field })}
              empty={EmptyPrompt && <EmptyPrompt field={field} />}
            >
              {profile[field] && <p className={patterns.asTyped}>{profile[field]}</p>}
            </Section>
          ))}
          <div className={styles.exchange}>
            <Section
              title={m.fieldName({ field: 'asks' })}
              empty={EmptyPrompt && <EmptyPrompt field="asks" />}
            >
              {asks.length > 0 && <AskList asks={asks} Footer={AskFooter} />}
            </Section>
            <Section
              title={m.fieldName({ field: 'offers' })}
              empty={EmptyPrompt && <EmptyPrompt field="offers" />}
            >
              {offers.length > 0 && <AskList asks={offers} Footer={AskFooter} />}
            </Section>
          </div>
        </Stack>
        <ProfileAside profile={profile} />
      </div>
    </article>
  )
}

function Header({ profile, tier, actions }: Pick<Props, 'profile' | 'tier' | 'actions'>) {
  const { displayName, photo, headline, company, industry } = profile
  return (
    <header className={styles.head}>
      <Avatar name={displayName} photo={photo} size="huge" />
      <div className={styles.identity}>
        <h1 tabIndex={-1} className={styles.name}>
          {displayName}
        </h1>
        {headline && <p className={styles.headline}>{headline}</p>}
        {(company || industry) && (
          <p className={patterns.muted}>
            {company && <bdi>{company}</bdi>}
            {company && industry && '\u00A0· '}
            {industry && industryName(industry)}
          </p>
        )}
        {tier}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

function Section({ title, empty, children }: { title: string; empty: ReactNode; children: ReactNode }) {
  if (!children && !empty) return null
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children || <div className={patterns.muted}>{empty}</div>}
    </section>
  )
}

const AskList = ({ asks, Footer }: { asks: readonly Ask[]; Footer: Props['AskFooter'] }) => (
  <ul className={styles.asks}>
    {asks.map((ask) => (
      <li key={ask.id}>
        <p>{ask.text}</p>
        {Footer && <Footer ask={ask} />}
      </li>
    ))}
  </ul>
)
