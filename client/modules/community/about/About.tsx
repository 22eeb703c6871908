import type { ReactNode } from 'react'

import * as m from '#shared/community/messages.ts'
import type { PublicTexts } from '#shared/community/settings.ts'
import type { TitledHtml } from '#shared/lib/client-settings.ts'
import { paths } from '#shared/lib/paths.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'
import page from '#client/ui/styles/public-page.module.css'

import { Arcade } from './Arcade.tsx'
import styles from './AboutScreen.module.css'

interface AboutProps {
  /** The community's own texts. Undefined texts are the product's. */
  title?: string | undefined
  /** Attributes of a title that is not in the reader's language. */
  titleIn?: TitledHtml['titleIn']
  lead: ReactNode
  texts: Pick<PublicTexts, 'terms' | 'privacy' | 'contact'>
}

export const About = ({ title, titleIn, lead, texts }: AboutProps) => (
  <>
    <section className={`${page.band} ${page.hero} ${styles.hero}`}>
      <h1 className={page.title} {...titleIn}>
        {title || m.aboutTitle()}
      </h1>
      {lead}
    </section>
    <Arcade />
    <section className={`${page.band} ${styles.columns}`}>
      <h2 className={page.heading}>{m.aboutRoles()}</h2>
      <dl className={styles.terms}>
        {ROLES.map(({ name, text }) => (
          <div key={name()} className={styles.term}>
            <dt>{name()}</dt>
            <dd>{text()}</dd>
          </div>
        ))}
      </dl>
    </section>
    <section className={page.sheet}>
      <div className={`${page.band} ${styles.columns}`}>
        <h2 className={page.heading}>{m.aboutPrinciples()}</h2>
        <ul className={styles.rules}>
          {PRINCIPLES.map(({ title: name, text }) => (
            <li key={name()}>
              <h3>{name()}</h3>
              <p>{text()}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
    {SECTIONS.map(({ id, title: name }) => {
      const text = texts[id]
      return (
        text && (
          <section key={id} id={id} className={`${page.band} ${styles.columns}`}>
            <h2 className={page.heading}>{name()}</h2>
            <SanitisedHtml html={text.html} />
          </section>
        )
      )
    })}
    <section data-for="visitor" className={`${page.band} ${styles.close}`}>
      <h2 className={page.heading}>{m.aboutJoin()}</h2>
      <div className={styles.actions}>
        <LinkButton to={paths.onboarding}>{m.createAccount()}</LinkButton>
        <LinkButton variant="secondary" to={paths.login}>
          {m.signIn()}
        </LinkButton>
      </div>
    </section>
  </>
)

export const DefaultLead = ({ productName }: { productName: string }) => (
  <p className={page.lead}>{m.aboutLead({ product: productName })}</p>
)

/** Sections that the footer links to. */
const SECTIONS = [
  { id: 'terms', title: m.aboutTerms },
  { id: 'privacy', title: m.aboutPrivacy },
  { id: 'contact', title: m.aboutContact },
] as const

const ROLES = [
  { name: m.aboutMembers, text: m.aboutMembersText },
  { name: m.aboutOrganisers, text: m.aboutOrganisersText },
  { name: m.aboutAdmins, text: m.aboutAdminsText },
]

const PRINCIPLES = [
  { title: m.aboutConfirmed, text: m.aboutConfirmedText },
  { title: m.aboutNo, text: m.aboutNoText },
  { title: m.aboutSeats, text: m.aboutSeatsText },
  { title: m.aboutTimes, text: m.aboutTimesText },
  { title: m.aboutIntroductions, text: m.aboutIntroductionsText },
  { title: m.aboutData, text: m.aboutDataText },
]
