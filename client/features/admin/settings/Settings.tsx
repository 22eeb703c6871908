import { Link, useSearchParams } from 'react-router-dom'
import { type ReactNode, useEffect, useRef } from 'react'

import { adminPath } from '#shared/admin-paths.ts'
import { Stack } from '#client/ui/Stack.tsx'

import { AccentSection } from './AccentSection.tsx'
import { IndustriesSection } from './IndustriesSection.tsx'
import { LogoSection } from './LogoSection.tsx'
import { ProfilesSection } from './ProfilesSection.tsx'
import { PlainTextSection, TitledTextSection } from './TextSection.tsx'
import styles from './settings.module.css'

const PARTS: Record<string, { label: string; content: ReactNode }> = {
  landing: {
    label: 'Landing page',
    content: (
      <TitledTextSection
        section="landing"
        title="Landing page"
        lead="The first lines that a visitor reads."
      />
    ),
  },
  about: {
    label: 'About page',
    content: (
      <TitledTextSection section="about" title="About page" lead="What your community is and for whom." />
    ),
  },
  terms: {
    label: 'Terms',
    content: (
      <PlainTextSection
        section="terms"
        title="Terms"
        lead="On the about page, with a link at the end of every public page. Leave empty to hide the link."
      />
    ),
  },
  privacy: {
    label: 'Privacy',
    content: (
      <PlainTextSection
        section="privacy"
        title="Privacy"
        lead="On the about page, with a link at the end of every public page. Leave empty to hide the link."
      />
    ),
  },
  contact: {
    label: 'Contact',
    content: (
      <PlainTextSection
        section="contact"
        title="Contact"
        lead="On the about page, with a link at the end of every public page. Leave empty to hide the link."
      />
    ),
  },
  consent: {
    label: 'Consent',
    content: (
      <PlainTextSection
        section="consent"
        title="Consent"
        lead="What people agree to when they create an account. After a change, members are asked to agree again at their next visit."
      />
    ),
  },
  industries: { label: 'Industries', content: <IndustriesSection /> },
  accent: { label: 'Accent colour', content: <AccentSection /> },
  logo: { label: 'Logo', content: <LogoSection /> },
  profiles: { label: 'Profiles', content: <ProfilesSection /> },
}

/** `?section=settings&part=terms` */
export function Settings() {
  const [search] = useSearchParams()
  const given = search.get('part') ?? ''
  const current = given in PARTS ? given : 'landing'
  const parts = useRef<HTMLUListElement>(null)
  // On a phone the row is wider than the screen.
  useEffect(() => {
    const link = parts.current?.children[Object.keys(PARTS).indexOf(current)]
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <Stack gap={6}>
      <nav aria-label="Settings">
        <ul ref={parts} className={styles.parts}>
          {Object.entries(PARTS).map(([part, { label }]) => (
            <li key={part}>
              <Link
                to={adminPath('settings', { part })}
                className={styles.part!}
                {...(part === current && { 'aria-current': 'page' as const })}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div key={current}>{PARTS[current]?.content}</div>
    </Stack>
  )
}
