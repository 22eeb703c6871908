import * as m from '#shared/people/messages.ts'
import type { MemberProfile } from '#shared/people/members.ts'
import { addressLine } from '#client/modules/people/members/countries.ts'
import { TimeThere } from '#client/modules/people/members/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './details.module.css'

export function Contact({
  member: { displayName, email, phone, links = [], address, timeZone },
}: {
  member: MemberProfile
}) {
  const location = address && addressLine(address)
  return (
    <Card title={m.contact()}>
      {email || phone || location || timeZone || links.length > 0 ? (
        <div className={styles.facts}>
          <Facts>
            <Fact name={m.fieldName({ field: 'email' })}>
              {email && <a href={`mailto:${email}`}>{email}</a>}
            </Fact>
            <Fact name={m.fieldName({ field: 'phone' })}>
              {phone && <a href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</a>}
            </Fact>
            <Fact name={m.fieldName({ field: 'address' })}>{location && <bdi>{location}</bdi>}</Fact>
            <Fact name={m.fieldName({ field: 'timeZone' })}>
              {timeZone && <TimeThere timeZone={timeZone} />}
            </Fact>
            <Fact name={m.fieldName({ field: 'links' })}>
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
        <p className={patterns.muted}>{m.contactNone({ name: displayName })}</p>
      )}
    </Card>
  )
}
