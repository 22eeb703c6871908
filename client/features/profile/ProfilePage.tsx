import type { ComponentType, ReactNode } from 'react'

import { imageUrl } from '#shared/image-rules.ts'
import type { Ask, MemberProfile } from '#shared/members.ts'
import { Avatar } from '#client/ui/Avatar.tsx'

import { ProfileAside } from './ProfileAside.tsx'
import styles from './ProfilePage.module.css'

export type Part = 'bio' | 'goals' | 'asks' | 'offers'

interface Props {
  profile: MemberProfile
  /** What the viewer can do, beside the name. */
  actions?: ReactNode
  /** Under an ask or offer. */
  UnderAsk?: ComponentType<{ ask: Ask }>
  /** In the place of a part that says nothing; without it the part is left out. */
  Empty?: ComponentType<{ part: Part }>
}

/** A member, to whoever looks: all that the server let them see, and no gap where something is absent. */
export function ProfilePage({ profile, actions, UnderAsk, Empty }: Props) {
  const { displayName, bio, goals, asks = [], offers = [] } = profile
  const saysNothing = !bio && !goals && asks.length === 0 && offers.length === 0
  return (
    <article className={styles.profile}>
      <Head profile={profile} actions={actions} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {saysNothing && !Empty && (
            <p className={styles.quiet}>
              <bdi>{displayName}</bdi> shows nothing more here.
            </p>
          )}
          <Section title="About" empty={Empty && <Empty part="bio" />}>
            {bio && <Prose>{bio}</Prose>}
          </Section>
          <Section title="Goals" empty={Empty && <Empty part="goals" />}>
            {goals && <Prose>{goals}</Prose>}
          </Section>
          <div className={styles.exchange}>
            <Section title="Asks for" empty={Empty && <Empty part="asks" />}>
              {asks.length > 0 && <Asks of={asks} Under={UnderAsk} />}
            </Section>
            <Section title="Offers" empty={Empty && <Empty part="offers" />}>
              {offers.length > 0 && <Asks of={offers} Under={UnderAsk} />}
            </Section>
          </div>
        </div>
        <ProfileAside profile={profile} />
      </div>
    </article>
  )
}

function Head({ profile, actions }: Pick<Props, 'profile' | 'actions'>) {
  const { displayName, photo, headline, company, industry } = profile
  return (
    <header className={styles.head}>
      <Avatar name={displayName} photo={photo && imageUrl(photo)} size="huge" />
      <div className={styles.words}>
        <h1 tabIndex={-1} className={styles.name}>
          {displayName}
        </h1>
        {headline && <p className={styles.headline}>{headline}</p>}
        {(company || industry) && (
          <p className={styles.quiet}>
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
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      {children || <div className={styles.quiet}>{empty}</div>}
    </section>
  )
}

const Prose = ({ children }: { children: string }) => <p className={styles.prose}>{children}</p>

const Asks = ({ of, Under }: { of: readonly Ask[]; Under: Props['UnderAsk'] }) => (
  <ul className={styles.asks}>
    {of.map((ask) => (
      <li key={ask.id}>
        <p>{ask.text}</p>
        {Under && <Under ask={ask} />}
      </li>
    ))}
  </ul>
)
