import { useQuery } from '@tanstack/react-query'

import { paths } from '#shared/paths.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { readSettings } from '#client/lib/settings.ts'
import { deviceTimeZone, formatDate } from '#client/lib/time/dates.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import page from '#client/ui/public-page.module.css'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { people } from '#shared/prestige-labels.ts'
import styles from './PublicMembers.module.css'
import { publicStatement } from './queries.ts'
import { Rosette } from './Rosette.tsx'
import { PETALS } from './tier-petals.ts'

/** What a member's link verifies. */
export function PublicStatement({ secret }: { secret: string }) {
  const { data, error } = useQuery(publicStatement(secret))
  const { PRODUCT_NAME, PRODUCT_SLUG } = readSettings()
  const aboutPrestige = (
    <p>
      <LinkButton variant="secondary" to={paths.prestige(PRODUCT_SLUG)}>
        How prestige works
      </LinkButton>
    </p>
  )
  if (error) {
    const isUnknown = error instanceof ProblemError && [400, 404].includes(error.status)
    return (
      <section className={`${page.band} ${page.hero} ${styles.facts}`}>
        <ScreenTitle>Prestige</ScreenTitle>
        <h1 className={page.title}>{isUnknown ? 'This statement isn’t valid' : 'We couldn’t verify this'}</h1>
        {isUnknown ? (
          <p className={page.lead}>The link was revoked or replaced. Ask its owner for a new one.</p>
        ) : (
          <Notice tone="danger">{explainProblem(error).message}</Notice>
        )}
        {aboutPrestige}
      </section>
    )
  }
  if (!data) return <ScreenSpinner label="Verifying" />
  const { displayName, tier, since, headline, company, industry, city, bio, links = [] } = data
  const hasFacts = [company, industry, city, bio, ...links].some(Boolean)
  return (
    <section className={`${page.band} ${page.hero} ${styles.statement}`}>
      <ScreenTitle>{`${displayName}: ${tier}`}</ScreenTitle>
      <Rosette petals={PETALS[tier]} className={styles.seal} />
      <div className={styles.facts}>
        <h1 className={page.title}>
          <bdi>{displayName}</bdi>
        </h1>
        {headline && <p className={page.lead}>{headline}</p>}
        <Notice tone="success" title={`Verified by ${PRODUCT_NAME} on ${day(data.verifiedAt)}`}>
          {tier}
          {since && ` since ${day(since)}`}, confirmed by {people(data.people)}.
        </Notice>
        {hasFacts && (
          <Facts>
            <Fact name="Company">{company}</Fact>
            <Fact name="Industry">{industry}</Fact>
            <Fact name="City">{city}</Fact>
            <Fact name="About">{bio}</Fact>
            <Fact name="Links">
              {links.length > 0 && (
                <ul>
                  {links.map((link) => (
                    <li key={link}>
                      <a href={link} rel="noopener noreferrer nofollow ugc">
                        {link}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </Fact>
          </Facts>
        )}
        {aboutPrestige}
      </div>
    </section>
  )
}

const day = (at: string) => formatDate(at, deviceTimeZone())
