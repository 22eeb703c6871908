import { Link, useSearchParams } from 'react-router-dom'
import { type ReactNode, useEffect, useRef } from 'react'

import * as m from '#shared/admin/messages.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Stack } from '#client/ui/Stack.tsx'
import pills from '#client/ui/styles/pills.module.css'

import { AccentSection } from './AccentSection.tsx'
import { ChapterExportsSection } from './ChapterExportsSection.tsx'
import { GuestsSection } from './GuestsSection.tsx'
import { IndustriesSection } from './IndustriesSection.tsx'
import { LogoSection } from './LogoSection.tsx'
import { ProfilesSection } from './ProfilesSection.tsx'
import { OrganisationSection } from './OrganisationSection.tsx'
import { PublicEventsSection } from './PublicEventsSection.tsx'
import { TextSection } from './TextSection.tsx'
import styles from './settings.module.css'

const PARTS: Record<string, ReactNode> = {
  landing: <TextSection section="landing" />,
  organisation: <OrganisationSection />,
  about: <TextSection section="about" />,
  terms: <TextSection section="terms" />,
  privacy: <TextSection section="privacy" />,
  contact: <TextSection section="contact" />,
  consent: <TextSection section="consent" />,
  industries: <IndustriesSection />,
  accent: <AccentSection />,
  logo: <LogoSection />,
  profiles: <ProfilesSection />,
  publicEvents: <PublicEventsSection />,
  guests: <GuestsSection />,
  chapterExports: <ChapterExportsSection />,
}

/** Communities with one chapter do not notice that chapters exist. */
const shownParts = () =>
  Object.keys(PARTS).filter((part) => part !== 'chapterExports' || readSettings().COMMUNITY?.chapters)

/** `?section=settings&part=terms` */
export function Settings() {
  const [search] = useSearchParams()
  const given = search.get('part') ?? ''
  const current = given in PARTS ? given : 'landing'
  const parts = useRef<HTMLUListElement>(null)
  // On a phone the row of tabs is wider than the screen.
  useEffect(() => {
    const link = parts.current?.children[Object.keys(PARTS).indexOf(current)]
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <Stack gap={6}>
      <nav aria-label={m.settingsTitle()}>
        <ul ref={parts} className={styles.parts}>
          {shownParts().map((part) => (
            <li key={part}>
              <Link
                to={adminPath('settings', { part })}
                className={pills.pill!}
                aria-current={part === current ? 'page' : undefined}
              >
                {m.settingsPart({ part })}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div key={current}>{PARTS[current]}</div>
    </Stack>
  )
}
