import type { ComponentType, ReactNode } from 'react'

import { imageUrl } from '#shared/image-rules.ts'
import type { Ask, MemberProfile } from '#shared/members.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import patterns from '#client/ui/patterns.module.css'

import { ProfileAside } from './ProfileAside.tsx'
import styles from './ProfilePage.module.css'

export type ContentField = 'bio' | 'goals' | 'asks' | 'offers'

interface Props {
  profile: MemberProfile
  /** Beside the name. */
  actions?: ReactNode
  /** Below each ask and offer. */
  AskFooter?: ComponentType<{ ask: Ask }>
  /** Shown for an empty field; without it the field is left out. */
  EmptyPrompt?: ComponentType<{ field: ContentField }>
}

/** Shows the fields that the server sent to this viewer, without gaps for the others. */
export function ProfilePage({ profile, actions, AskFooter, EmptyPrompt }: Props) {
  const { displayName, bio, goals, asks = [], offers = [] } = profile
  const isEmpty = !bio && !goals && asks.length === 0 && offers.length === 0
  return (
    <article className={styles.profile}>
      <Header profile={profile} actions={actions} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {isEmpty && !EmptyPrompt && (
            <p className={patterns.muted}>
              <bdi>{displayName}</bdi> hasn’t shared anything else here.
            </p>
          )}
          <Section title="About" empty={EmptyPrompt && <EmptyPrompt field="bio" />}>
            {bio && <Prose>{bio}</Prose>}
          </Section>
          <Section title="Goals" empty={EmptyPrompt && <EmptyPrompt field="goals" />}>
            {goals && <Prose>{goals}</Prose>}
          </Section>
          <div className={styles.exchange}>
            <Section title="Asks" empty={EmptyPrompt && <EmptyPrompt field="asks" />}>
              {asks.length > 0 && <AskList asks={asks} Footer={AskFooter} />}
            </Section>
            <Section title="Offers" empty={EmptyPrompt && <EmptyPrompt field="offers" />}>
              {offers.length > 0 && <AskList asks={offers} Footer={AskFooter} />}
            </Section>
          </div>
        </div>
        <ProfileAside profile={profile} />
      </div>
    </article>
  )
}

function Header({ profile, actions }: Pick<Props, 'profile' | 'actions'>) {
  const { displayName, photo, headline, company, industry } = profile
  return (
    <header className={styles.head}>
      <Avatar name={displayName} photo={photo && imageUrl(photo)} size="huge" />
      <div className={styles.identity}>
        <h1 tabIndex={-1} className={styles.name}>
          {displayName}
        </h1>
        {headline && <p className={styles.headline}>{headline}</p>}
        {(company || industry) && (
          <p className={patterns.muted}>
            {company && <bdi>{company}</bdi>}
            {company && industry && ' · '}
            {industry}
          </p>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

function Section({ title, empty, children }: { title: string; empty: ReactNode; children: ReactNode }) {
  if (!children && !empty) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children || <div className={patterns.muted}>{empty}</div>}
    </section>
  )
}

const Prose = ({ children }: { children: string }) => <p className={styles.prose}>{children}</p>

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
