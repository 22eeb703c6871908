import * as m from '#shared/people/messages.ts'
import type { MemberProfile } from '#shared/people/members.ts'
import { isMultiline, PROFILE_TEXTS } from '#shared/people/profile-fields.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { Badge } from '#client/ui/Badge.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { rich } from '#client/ui/rich.tsx'

import { DateOf, TimeThere } from './Time.tsx'
import { addressLine } from './countries.ts'
import styles from './ProfilePage.module.css'

/** The page's header shows the other fields. */
const LINES = PROFILE_TEXTS.filter(
  (field) => !isMultiline(field) && field !== 'headline' && field !== 'company',
)

/** Contact details and keywords. */
export function ProfileAside({ profile }: { profile: MemberProfile }) {
  const { address, email, phone, links = [], keywords = [], timeZone, joinedAt, prestige } = profile
  const location = addressLine(address ?? {})
  return (
    <Facts boxed>
      <Fact name={m.prestige()}>
        {prestige && (
          <>
            <Badge tone="gold">{m.tierName(prestige)}</Badge>{' '}
            {prestige.since
              ? rich(m.tierSince({ date: <DateOf at={prestige.since} />, people: prestige.people }))
              : m.tierBy(prestige)}
          </>
        )}
      </Fact>
      <Fact name={m.fieldName({ field: 'address' })}>{location && <bdi>{location}</bdi>}</Fact>
      <Fact name={m.fieldName({ field: 'timeZone' })}>{timeZone && <TimeThere timeZone={timeZone} />}</Fact>
      <Fact name={m.fieldName({ field: 'email' })}>{email && <a href={`mailto:${email}`}>{email}</a>}</Fact>
      <Fact name={m.fieldName({ field: 'phone' })}>
        {phone && <a href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</a>}
      </Fact>
      <Fact name={m.fieldName({ field: 'links' })}>
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
      <Fact name={m.fieldName({ field: 'keywords' })}>
        {keywords.length > 0 && (
          <ul className={`${patterns.chips} ${styles.keywords}`}>
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
      {LINES.map((field) => (
        <Fact key={field} name={m.fieldName({ field })}>
          {profile[field] && <bdi>{profile[field]}</bdi>}
        </Fact>
      ))}
      <Fact name={m.memberSince()}>{joinedAt && <DateOf at={joinedAt} long />}</Fact>
    </Facts>
  )
}
