import type { ReactNode } from 'react'

import type { MemberProfile } from '#shared/members.ts'
import { addressLine } from '#client/lib/countries.ts'
import { DateOf, TimeThere } from '#client/lib/time/Time.tsx'
import { Badge } from '#client/ui/Badge.tsx'

import styles from './ProfilePage.module.css'

/** Contact details and keywords. */
export function ProfileAside({ profile }: { profile: MemberProfile }) {
  const { address, email, phone, links = [], keywords = [], timeZone, joinedAt, prestige } = profile
  const location = addressLine(address ?? {})
  return (
    <dl className={styles.aside}>
      <Fact name="Prestige">
        {prestige && (
          <>
            <Badge tone="gold">{prestige.tier}</Badge>{' '}
            {prestige.since && (
              <>
                since <DateOf at={prestige.since} />,{' '}
              </>
            )}
            confirmed by {prestige.people} {prestige.people === 1 ? 'person' : 'people'}
          </>
        )}
      </Fact>
      <Fact name="Address">{location && <bdi>{location}</bdi>}</Fact>
      <Fact name="Time zone">{timeZone && <TimeThere timeZone={timeZone} />}</Fact>
      <Fact name="Email">{email && <a href={`mailto:${email}`}>{email}</a>}</Fact>
      <Fact name="Phone">{phone && <a href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</a>}</Fact>
      <Fact name="Links">
        {links.length > 0 && (
          <ul className={styles.links}>
            {links.map((link) => (
              <li key={link}>
                <a href={link} target="_blank" rel="noopener noreferrer nofollow ugc">
                  {link.replace(/^https:\/\/(?:www\.)?/, '').replace(/\/$/, '')}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name="Keywords">
        {keywords.length > 0 && (
          <ul className={styles.keywords}>
            {keywords.map((keyword) => (
              <li key={keyword}>
                <Badge>
                  <bdi>{keyword}</bdi>
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name="Member since">{joinedAt && <DateOf at={joinedAt} long />}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
