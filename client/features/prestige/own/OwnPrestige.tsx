import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { missingLabel, people, points } from '#shared/prestige-labels.ts'
import type { OwnPrestige as Statement } from '#shared/prestige.ts'
import { readSettings } from '#client/lib/settings.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { Rosette } from '#client/features/prestige/Rosette.tsx'
import { PETALS } from '#client/features/prestige/tier-petals.ts'
import { ConfirmedEntries } from './ConfirmedEntries.tsx'
import { OwnEntry } from './OwnEntry.tsx'
import styles from './own.module.css'
import { ownPrestige } from '#client/features/prestige/queries.ts'
import { SharingCard } from './SharingCard.tsx'
import { StatementLinkCard } from './StatementLinkCard.tsx'

const TABS = [
  { value: 'earned', label: 'Earned' },
  { value: 'confirmed', label: 'Confirmed by you' },
] as const

/** The member's own statement: every entry, and who can see what it adds up to. `&list=confirmed` */
export function OwnPrestige() {
  const { data } = useSuspenseInfiniteQuery(ownPrestige)
  const [search, setSearch] = useSearchParams()
  const [{ summary, sharing, link }] = data.pages as [Statement]
  const tab = search.get('list') === 'confirmed' ? 'confirmed' : 'earned'
  const open = (value: string) =>
    setSearch({ view: 'prestige', ...(value === 'confirmed' && { list: value }) }, { replace: true })
  return (
    <>
      <ScreenTitle>Your prestige</ScreenTitle>
      <PageHeader
        title="Your prestige"
        actions={
          <LinkButton variant="secondary" to={paths.prestige(readSettings().PRODUCT_SLUG)}>
            How prestige works
          </LinkButton>
        }
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Summary summary={summary} />
          <Tabs label="Entries" tabs={TABS} value={tab} onChange={open}>
            {tab === 'confirmed' ? <ConfirmedEntries /> : <Earned />}
          </Tabs>
        </div>
        <div className={styles.column}>
          <SharingCard sharing={sharing} />
          <StatementLinkCard link={link} />
        </div>
      </div>
    </>
  )
}

function Summary({ summary }: Pick<Statement, 'summary'>) {
  const { tier, since, graceUntil, missing, people: count } = summary
  return (
    <Card>
      <div className={styles.summary}>
        <Rosette petals={PETALS[tier]} className={styles.seal} />
        <div className={styles.words}>
          <h2 className={styles.tier}>{tier}</h2>
          <p>
            {summary.points > 0
              ? `${points(summary.points)}, confirmed by ${people(count)}`
              : 'No points yet'}
            {since && (
              <>
                . {tier} since <DateOf at={since} />
              </>
            )}
            .
          </p>
          {graceUntil && missing && (
            <p>
              <strong>
                You keep {tier} until <DateOf at={graceUntil} />.
              </strong>{' '}
              To keep it longer, you need {missingLabel(missing)}.
            </p>
          )}
          {!graceUntil && missing && (
            <p>
              To reach {missing.tier}, you need {missingLabel(missing)}.
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}

function Earned() {
  const list = useSuspenseInfiniteQuery(ownPrestige)
  const entries = list.data.pages.flatMap(({ items }) => items)
  if (entries.length === 0) {
    return (
      <EmptyState
        title="No entries yet"
        action={<LinkButton to={paths.createGrowthMeeting}>Plan a growth meeting</LinkButton>}
      >
        Each entry appears here once someone confirms what you did for them.
      </EmptyState>
    )
  }
  return (
    <div>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <OwnEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <ShowMore {...list} />
    </div>
  )
}
