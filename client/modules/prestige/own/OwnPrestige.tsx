import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { paths } from '#shared/lib/paths.ts'
import { missingValues } from '#shared/prestige/labels.ts'
import * as m from '#shared/prestige/messages.ts'
import { tierName } from '#shared/people/messages.ts'
import type { OwnPrestige as Statement } from '#shared/prestige/schema.ts'
import { readSettings } from '#client/lib/settings.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { rich, strong } from '#client/ui/rich.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Tabs } from '#client/ui/page/Tabs.tsx'
import { Rosette } from '#client/modules/prestige/Rosette.tsx'
import { PETALS } from '#client/modules/prestige/tier-petals.ts'
import { ownPrestige } from '#client/modules/prestige/queries.ts'
import { Stack } from '#client/ui/Stack.tsx'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { ConfirmedEntries } from './ConfirmedEntries.tsx'
import { OwnEntry } from './OwnEntry.tsx'
import styles from './own.module.css'
import { SharingCard } from './SharingCard.tsx'
import { StatementLinkCard } from './StatementLinkCard.tsx'

const tabs = () =>
  [
    { value: 'earned', label: m.ownEarned() },
    { value: 'confirmed', label: m.ownConfirmed() },
  ] as const

/** The member's own statement: every entry, and the visibility of the total. `&list=confirmed` */
export function OwnPrestige() {
  const { data } = useSuspenseInfiniteQuery(ownPrestige)
  const [search, change] = useUrlParams()
  const { summary, sharing, link } = data.pages[0]!
  const tab = search.get('list') === 'confirmed' ? 'confirmed' : 'earned'
  return (
    <>
      <ScreenTitle>{m.ownTitle()}</ScreenTitle>
      <PageHeader
        title={m.ownTitle()}
        actions={
          <LinkButton variant="secondary" to={paths.prestige(readSettings().PRODUCT_SLUG)}>
            {m.howItWorks()}
          </LinkButton>
        }
      />
      <div className={styles.columns}>
        <Stack gap={6}>
          <Summary summary={summary} />
          <Tabs
            label={m.ownTabs()}
            tabs={tabs()}
            value={tab}
            onChange={(list) => change({ list: list === 'confirmed' ? list : '' }, true)}
          >
            {tab === 'confirmed' ? <ConfirmedEntries /> : <Earned />}
          </Tabs>
        </Stack>
        <Stack gap={6}>
          <SharingCard sharing={sharing} />
          <StatementLinkCard link={link} />
        </Stack>
      </div>
    </>
  )
}

function Summary({ summary }: Pick<Statement, 'summary'>) {
  const { graceUntil, missing } = summary
  const tier = tierName(summary)
  return (
    <Card>
      <div className={styles.summary}>
        <Rosette petals={PETALS[summary.tier]} className={styles.seal} />
        <div className={styles.words}>
          <h2 className={styles.tier}>{tier}</h2>
          <p>{rich(pointsLabel(summary))}</p>
          {graceUntil && missing && (
            <p>
              {rich(
                m.ownGrace({
                  strong,
                  tier,
                  date: <DateOf at={graceUntil} />,
                  ...missingValues(missing),
                }),
              )}
            </p>
          )}
          {!graceUntil && missing && (
            <p>{m.ownMissing({ tier: tierName(missing), ...missingValues(missing) })}</p>
          )}
        </div>
      </div>
    </Card>
  )
}

function pointsLabel({ points, people, tier: reached, since }: Statement['summary']) {
  if (!since) return points > 0 ? m.ownSummary({ points, people }) : m.ownNoPoints()
  const tier = { tier: tierName({ tier: reached }), date: <DateOf at={since} /> }
  return points > 0 ? m.ownSummarySince({ points, people, ...tier }) : m.ownNoPointsSince(tier)
}

function Earned() {
  const list = useSuspenseInfiniteQuery(ownPrestige)
  const entries = list.data.pages.flatMap(({ items }) => items)
  if (entries.length === 0) {
    return (
      <EmptyState
        title={m.ownNone()}
        action={<LinkButton to={paths.createGrowthMeeting}>{m.ownPlanMeeting()}</LinkButton>}
      >
        {m.ownNoneText()}
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
