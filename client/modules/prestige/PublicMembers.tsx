import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

import { paths } from '#shared/lib/paths.ts'
import * as m from '#shared/prestige/messages.ts'
import { tierName } from '#shared/people/messages.ts'
import { TIERS } from '#shared/people/tiers.ts'
import { INDUSTRIES, industryName } from '#shared/community/industries.ts'
import { readSettings } from '#client/lib/settings.ts'
import { deviceTimeZone, formatDate } from '#client/lib/time/dates.ts'
import { Badge } from '#client/ui/Badge.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Person } from '#client/ui/people/Person.tsx'
import page from '#client/ui/styles/public-page.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { dotted } from '#client/ui/text/dotted.ts'
import { Problem } from '#client/ui/crash/Problem.tsx'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import styles from './PublicMembers.module.css'
import { publicMembers } from './queries.ts'

const anyOf = (label: string, values: readonly string[], nameOf = (value: string) => value) => [
  { value: '', label },
  ...values.map((value) => ({ value, label: nameOf(value) })),
]
const known = <V extends string>(values: readonly V[], value: string | null) =>
  values.find((other) => other === value)

/** Members who chose to be listed; filters are part of the URL. */
export function PublicMembers() {
  const [search, change] = useUrlParams()
  const tier = known(TIERS, search.get('tier'))
  const industries = readSettings().COMMUNITY?.industries ?? INDUSTRIES
  const industry = known(industries, search.get('industry'))
  const list = useInfiniteQuery({
    ...publicMembers({ tier, industry }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  const members = list.data ?? []
  return (
    <section className={`${page.band} ${styles.members}`}>
      <h2 className={page.heading}>{m.membersTitle()}</h2>
      <div className={styles.filters}>
        <SelectField
          label={m.membersTier()}
          name="tier"
          value={tier ?? ''}
          onChange={(value) => change({ tier: value }, true)}
          options={anyOf(m.membersAnyTier(), TIERS, (each) => tierName({ tier: each }))}
        />
        <SelectField
          label={m.industry()}
          name="industry"
          value={industry ?? ''}
          onChange={(value) => change({ industry: value }, true)}
          options={anyOf(m.membersAnyIndustry(), industries, industryName)}
        />
      </div>
      <Problem error={list.error} />
      <output className={patterns.muted}>
        {list.isSuccess && members.length === 0 && noneLabel(Boolean(tier || industry))}
      </output>
      <div>
        <ul className={styles.list}>
          {members.map(({ id, displayName, photo, headline, company, city, since, ...member }) => (
            <li key={id} className={styles.member}>
              <Person
                name={displayName}
                photo={photo}
                lines={[headline, dotted([company, member.industry && industryName(member.industry), city])]}
                to={paths.memberProfile(id)}
              />
              <p className={patterns.actions}>
                <Badge tone={member.tier === 'Member' ? 'neutral' : 'gold'}>{tierName(member)}</Badge>
                <span className={patterns.small}>
                  {since
                    ? m.membersSince({ date: formatDate(since, deviceTimeZone()), people: member.people })
                    : m.membersConfirmed(member)}
                </span>
              </p>
            </li>
          ))}
        </ul>
        <ShowMore {...list} />
      </div>
    </section>
  )
}

const noneLabel = (isFiltered: boolean) => (isFiltered ? m.membersNoMatch() : m.membersNone())
