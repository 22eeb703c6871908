import { useQuery } from '@tanstack/react-query'

import { industryName } from '#shared/community/industries.ts'
import { paths } from '#shared/lib/paths.ts'
import * as m from '#shared/prestige/messages.ts'
import { prestige, tierName } from '#shared/people/messages.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { readSettings } from '#client/lib/settings.ts'
import { deviceTimeZone, formatDate } from '#client/lib/time/dates.ts'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import page from '#client/ui/styles/public-page.module.css'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { Problem } from '#client/ui/crash/Problem.tsx'

import styles from './PublicMembers.module.css'
import { publicStatement } from './queries.ts'
import { Rosette } from './Rosette.tsx'
import { PETALS } from './tier-petals.ts'

/** The statement that a member's link verifies. */
export function PublicStatement({ secret }: { secret: string }) {
  const { data, error } = useQuery(publicStatement(secret))
  const { PRODUCT_NAME, PRODUCT_SLUG } = readSettings()
  const aboutPrestige = (
    <p>
      <LinkButton variant="secondary" to={paths.prestige(PRODUCT_SLUG)}>
        {m.howItWorks()}
      </LinkButton>
    </p>
  )
  if (error) {
    const isUnknown = error instanceof ProblemError && [400, 404].includes(error.status)
    return (
      <section className={`${page.band} ${page.hero} ${page.text}`}>
        <ScreenTitle>{prestige()}</ScreenTitle>
        <h1 className={page.title}>{isUnknown ? m.statementInvalid() : m.statementUnknown()}</h1>
        {isUnknown ? <p className={page.lead}>{m.statementInvalidText()}</p> : <Problem error={error} />}
        {aboutPrestige}
      </section>
    )
  }
  if (!data) return <ScreenSpinner label={m.statementVerifying()} />
  const { displayName, tier, since, headline, company, industry, city, bio, links = [] } = data
  const hasFacts = [company, industry, city, bio, ...links].some(Boolean)
  return (
    <section className={`${page.band} ${page.hero} ${styles.statement}`}>
      <ScreenTitle>{`${displayName}: ${tierName({ tier })}`}</ScreenTitle>
      <Rosette petals={PETALS[tier]} className={styles.seal} />
      <div className={page.text}>
        <h1 className={page.title}>
          <bdi>{displayName}</bdi>
        </h1>
        {headline && <p className={page.lead}>{headline}</p>}
        <Notice
          tone="success"
          title={m.statementVerified({ product: PRODUCT_NAME, date: day(data.verifiedAt) })}
        >
          {since
            ? m.statementSince({ tier: tierName({ tier }), date: day(since), people: data.people })
            : m.statementTier({ tier: tierName({ tier }), people: data.people })}
        </Notice>
        {hasFacts && (
          <Facts>
            <Fact name={m.statementCompany()}>{company}</Fact>
            <Fact name={m.industry()}>{industry && industryName(industry)}</Fact>
            <Fact name={m.statementCity()}>{city}</Fact>
            <Fact name={m.statementAbout()}>{bio}</Fact>
            <Fact name={m.statementLinks()}>
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
