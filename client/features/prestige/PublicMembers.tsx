import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { TIERS } from '#shared/prestige-rules.ts'
import { INDUSTRIES } from '#shared/profile.ts'
import { readSettings } from '#client/lib/settings.ts'
import { deviceTimeZone, formatDate } from '#client/lib/time/dates.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'
import page from '#client/ui/public-page.module.css'
import { SelectField } from '#client/ui/SelectField.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'

import { people } from '#shared/prestige-labels.ts'
import styles from './PublicMembers.module.css'
import { publicMembers } from './queries.ts'

const anyOf = (label: string, values: readonly string[]) => [
  { value: '', label },
  ...values.map((value) => ({ value, label: value })),
]
const known = (values: readonly string[], value: string | null) => values.find((other) => other === value)

/** Members who chose to be listed; filters are in the URL. */
export function PublicMembers() {
  const [search, setSearch] = useSearchParams()
  const tier = known(TIERS, search.get('tier'))
  const industries = readSettings().COMMUNITY?.industries ?? INDUSTRIES
  const industry = known(industries, search.get('industry'))
  const list = useInfiniteQuery({
    ...publicMembers({ tier, industry }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  const set = (name: string) => (value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const members = list.data ?? []
  return (
    <section className={`${page.band} ${styles.members}`}>
      <h2 className={page.heading}>Members who show their tier</h2>
      <div className={styles.filters}>
        <SelectField
          label="Tier"
          name="tier"
          value={tier ?? ''}
          onChange={set('tier')}
          options={anyOf('Any tier', TIERS)}
        />
        <SelectField
          label="Industry"
          name="industry"
          value={industry ?? ''}
          onChange={set('industry')}
          options={anyOf('Any industry', industries)}
        />
      </div>
      {list.error && <Notice tone="danger">{explainProblem(list.error).message}</Notice>}
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
                lines={[headline, [company, member.industry, city].filter(Boolean).join(' · ')]}
                to={paths.memberProfile(id)}
              />
              <p className={styles.tier}>
                <Badge tone={member.tier === 'Member' ? 'neutral' : 'gold'}>{member.tier}</Badge>
                <span className={patterns.small}>
                  {since && `since ${formatDate(since, deviceTimeZone())} · `}
                  confirmed by {people(member.people)}
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

const noneLabel = (isFiltered: boolean) =>
  isFiltered
    ? 'No matches. Try removing a filter.'
    : 'Members appear here once they choose to show their tier.'
