import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'

import type { Connection, Introduction } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { ownPrestigePath } from '#shared/prestige-paths.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Card } from '#client/ui/Card.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { Completeness } from './Completeness.tsx'
import { EventFigures } from './EventFigures.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import styles from './dashboard.module.css'
import { NextSevenDays } from './NextSevenDays.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { ownDashboard } from './queries.ts'
import { SuggestedIntroductions } from './SuggestedIntroductions.tsx'
import { Unconnected } from './Unconnected.tsx'

/** Components of other features. */
interface Props {
  Request: ComponentType<{ connection: Connection }>
  Suggestion: ComponentType<{ introduction: Introduction }>
}

export function DashboardScreen({ Request, Suggestion }: Props) {
  // Its time zone is needed below: this way both requests run at once.
  usePrefetchQuery(ownProfile)
  const { data } = useSuspenseQuery(ownDashboard)
  return (
    <>
      <ScreenTitle>Dashboard</ScreenTitle>
      <PageHeader title={data.displayName ? `Welcome, ${data.displayName}` : 'Welcome'} />
      <div className={styles.sections}>
        <div className={styles.column}>
          {data.firstSteps && <FirstSteps steps={data.firstSteps} />}
          <ComponentCrash>
            <NeedsAttention {...data} Request={Request} />
          </ComponentCrash>
          <ComponentCrash>
            <NextSevenDays {...data.nextSevenDays} upcoming={data.upcoming} />
          </ComponentCrash>
          {data.organiser && (
            <ComponentCrash>
              <EventFigures events={data.organiser.events} />
            </ComponentCrash>
          )}
        </div>
        <div className={styles.column}>
          <ComponentCrash>
            <SuggestedIntroductions introductions={data.introductions} Suggestion={Suggestion} />
          </ComponentCrash>
          <Card title="Prestige">
            <p>
              You earn prestige when you help other members and they confirm it, such as after a growth
              meeting.
            </p>
            <p>
              <Link to={ownPrestigePath}>Your prestige</Link> ·{' '}
              <Link to={paths.prestige(readSettings().PRODUCT_SLUG)}>How prestige works</Link>
            </p>
          </Card>
          {data.profile.completeness < 100 && (
            <ComponentCrash>
              <Completeness {...data.profile} />
            </ComponentCrash>
          )}
          {data.organiser && (
            <ComponentCrash>
              <Unconnected {...data.organiser.unconnected} />
            </ComponentCrash>
          )}
        </div>
      </div>
    </>
  )
}
