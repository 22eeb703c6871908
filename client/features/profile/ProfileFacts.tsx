import { formatAddress } from '#shared/address.ts'
import type { Ask, MemberProfile } from '#shared/members.ts'
import { formatDate } from '#client/lib/dates.ts'
import { Fact, Facts } from '#client/ui/Facts.tsx'

import styles from './profile.module.css'

/** All of a profile that the server let the viewer see; what is absent leaves no gap. */
export function ProfileFacts({ profile }: { profile: MemberProfile }) {
  return (
    <Facts>
      <Fact name="Company">{profile.company}</Fact>
      <Fact name="Industry">{profile.industry}</Fact>
      <Fact name="Where">{profile.address && formatAddress(profile.address)}</Fact>
      <Fact name="About">{profile.bio && <span className={styles.prose}>{profile.bio}</span>}</Fact>
      <Fact name="Goals">{profile.goals && <span className={styles.prose}>{profile.goals}</span>}</Fact>
      <Fact name="Asks for">{profile.asks && <Lines of={profile.asks} />}</Fact>
      <Fact name="Offers">{profile.offers && <Lines of={profile.offers} />}</Fact>
      <Fact name="Keywords">{profile.keywords?.join(', ')}</Fact>
      <Fact name="Links">
        {profile.links?.map((link) => (
          <a key={link} className={styles.link} href={link} rel="noopener noreferrer nofollow ugc">
            {link.replace(/^https:\/\//, '')}
          </a>
        ))}
      </Fact>
      <Fact name="Email">{profile.email && <a href={`mailto:${profile.email}`}>{profile.email}</a>}</Fact>
      <Fact name="Phone">
        {profile.phone && <a href={`tel:${profile.phone.replaceAll(/[^0-9+]/g, '')}`}>{profile.phone}</a>}
      </Fact>
      <Fact name="Time zone">{profile.timeZone?.replaceAll('_', ' ')}</Fact>
      <Fact name="Member since">
        <time dateTime={profile.joinedAt}>{formatDate(profile.joinedAt)}</time>
      </Fact>
    </Facts>
  )
}

const Lines = ({ of }: { of: readonly Ask[] }) => (
  <ul className={styles.lines}>
    {of.map(({ id, text }) => (
      <li key={id}>{text}</li>
    ))}
  </ul>
)
