import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'

import type { Connection, Introduction } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Card } from '#client/ui/Card.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { Completeness } from './Completeness.tsx'
import styles from './dashboard.module.css'
import { NextSevenDays } from './NextSevenDays.tsx'
import { ownDashboard } from './queries.ts'
import { NeedsAttention } from './NeedsAttention.tsx'
import { WorthMeeting } from './WorthMeeting.tsx'

/** What other features show of theirs. */
export interface DashboardParts {
  Request: ComponentType<{ connection: Connection }>
  Suggestion: ComponentType<{ introduction: Introduction }>
}

export function DashboardScreen({ Request, Suggestion }: DashboardParts) {
  // For its time zone: both are on their way at once.
  usePrefetchQuery(ownProfile)
  const { data } = useSuspenseQuery(ownDashboard)
  return (
    <>
      <ScreenTitle>Dashboard</ScreenTitle>
      <PageHeader title={data.displayName ? `Welcome, ${data.displayName}` : 'Welcome'} />
      <div className={styles.sections}>
        <div className={styles.column}>
          <ComponentCrash>
            <NeedsAttention {...data} Request={Request} />
          </ComponentCrash>
          <ComponentCrash>
            <NextSevenDays {...data.nextSevenDays} />
          </ComponentCrash>
        </div>
        <div className={styles.column}>
          <ComponentCrash>
            <WorthMeeting introduction={data.introduction} Suggestion={Suggestion} />
          </ComponentCrash>
          <Card title="Prestige">
            <p>
              What members do for each other, once the other side has confirmed it, earns prestige. It begins
              with your first growth meeting.
            </p>
            <p>
              <Link to={paths.prestige(readSettings().PRODUCT_SLUG)}>How prestige works</Link>
            </p>
          </Card>
          <ComponentCrash>
            <Completeness {...data.profile} />
          </ComponentCrash>
        </div>
      </div>
    </>
  )
}
