import type { MemberProfile } from '#shared/members.ts'
import { addressLine } from '#client/lib/countries.ts'
import { TimeThere } from '#client/lib/time/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/patterns.module.css'

import styles from './details.module.css'

export function Contact({
  member: { displayName, email, phone, links = [], address, timeZone },
}: {
  member: MemberProfile
}) {
  const location = address && addressLine(address)
  return (
    <Card title="Contact">
      {email || phone || location || timeZone || links.length > 0 ? (
        <div className={styles.facts}>
          <Facts>
            <Fact name="Email">{email && <a href={`mailto:${email}`}>{email}</a>}</Fact>
            <Fact name="Phone">
              {phone && <a href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</a>}
            </Fact>
            <Fact name="Address">{location && <bdi>{location}</bdi>}</Fact>
            <Fact name="Time zone">{timeZone && <TimeThere timeZone={timeZone} />}</Fact>
            <Fact name="Links">
              {links.length > 0 &&
                links.map((link) => (
                  <a key={link} className={styles.link} href={link} rel="noopener noreferrer nofollow ugc">
                    {link.replace(/^https:\/\//, '')}
                  </a>
                ))}
            </Fact>
          </Facts>
        </div>
      ) : (
        <p className={patterns.muted}>{displayName} hasn’t shared any contact details with connections.</p>
      )}
    </Card>
  )
}
