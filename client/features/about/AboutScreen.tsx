import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { useCommunityTexts } from '#client/lib/community-texts.ts'
import { readSettings } from '#client/lib/settings.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import page from '#client/ui/public-page.module.css'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { Arcade } from './Arcade.tsx'
import styles from './AboutScreen.module.css'

export function Component() {
  const { PRODUCT_NAME } = readSettings()
  const loaded = useCommunityTexts()
  const texts = typeof loaded === 'string' ? {} : loaded
  useScrollToSection(loaded)
  if (loaded === 'loading') return <ScreenSpinner />
  return (
    <>
      <ScreenTitle>About</ScreenTitle>
      <section className={`${page.band} ${page.hero} ${styles.hero}`}>
        <h1 className={page.title}>{texts.about?.title || 'A home for your network'}</h1>
        {texts.about?.html ? (
          <SanitisedHtml html={texts.about.html} />
        ) : (
          <p className={page.lead}>
            Chapters, chambers, alumni and founders’ networks use {PRODUCT_NAME} to bring their members
            together: to meet, to keep in touch and to help each other’s business grow.
          </p>
        )}
        {loaded === 'failed' && (
          <Notice tone="danger">Some texts of this page couldn’t be loaded. Reload it to try again.</Notice>
        )}
      </section>
      <Arcade />
      <section className={`${page.band} ${styles.columns}`}>
        <h2 className={page.heading}>Who’s here</h2>
        <dl className={styles.terms}>
          {ROLES.map(({ name, text }) => (
            <div key={name} className={styles.term}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.sheet}>
        <div className={`${page.band} ${styles.columns}`}>
          <h2 className={page.heading}>Our principles</h2>
          <ul className={styles.rules}>
            {PRINCIPLES.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      {SECTIONS.map(({ id, title }) => {
        const text = texts[id]
        return (
          text && (
            <section key={id} id={id} className={`${page.band} ${styles.columns}`}>
              <h2 className={page.heading}>{title}</h2>
              <SanitisedHtml html={text.html} />
            </section>
          )
        )
      })}
      <section data-for="visitor" className={`${page.band} ${styles.close}`}>
        <h2 className={page.heading}>Join us</h2>
        <div className={styles.actions}>
          <LinkButton to={paths.onboarding}>Create account</LinkButton>
          <LinkButton variant="secondary" to={paths.login}>
            Sign in
          </LinkButton>
        </div>
      </section>
    </>
  )
}

/** The footer links to them. */
const SECTIONS = [
  { id: 'terms', title: 'Terms' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'contact', title: 'Contact' },
] as const

/** The browser looks for the section before it is there. */
function useScrollToSection(loaded: unknown) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash && loaded !== 'loading') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, loaded])
}

const ROLES = [
  {
    name: 'Members',
    text: 'Go to events, make connections and hold growth meetings. Everyone signs in with a verified email.',
  },
  {
    name: 'Organisers',
    text: 'Members who also run events, from draft to check-in.',
  },
  {
    name: 'Admins',
    text: 'Look after the community. They handle what members report, and every action they take is logged.',
  },
] as const

const PRINCIPLES = [
  {
    title: 'Confirmed, not claimed',
    text: 'What someone did for you counts once you confirm it, never because they say so.',
  },
  {
    title: 'A no is always fine',
    text: 'Declining a request or removing a connection is silent. Nobody is notified, and nobody has to explain.',
  },
  {
    title: 'Fair seats',
    text: 'When a seat opens up, it goes to the first person on the waitlist. Two people never get the last seat.',
  },
  {
    title: 'Times you can trust',
    text: 'Every time shows its time zone, with yours first when it differs.',
  },
  {
    title: 'Introductions with reasons',
    text: 'At most three suggestions at a time, each with its reasons: your ask, their offer, an event you both went to.',
  },
  {
    title: 'Your data stays yours',
    text: 'You choose who sees each part of your profile. You can download your data, or delete your account with 14 days to change your mind.',
  },
] as const
