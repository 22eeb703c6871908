import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'

import type { Connection, Introduction } from '#shared/connections.ts'
import type { AskedIntroduction } from '#shared/member-introductions.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { Completeness } from './Completeness.tsx'
import { EventFigures } from './EventFigures.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import styles from './dashboard.module.css'
import { NextSevenDays } from './NextSevenDays.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { PrestigeCard } from './PrestigeCard.tsx'
import { ownDashboard } from './queries.ts'
import { SuggestedIntroductions } from './SuggestedIntroductions.tsx'
import { Unconnected } from './Unconnected.tsx'

/** Components of other features. */
interface Props {
  Request: ComponentType<{ connection: Connection }>
  Suggestion: ComponentType<{ introduction: Introduction }>
  /** Someone would like to introduce the member to another. */
  Question: ComponentType<{ introduction: AskedIntroduction }>
}

export function DashboardScreen({ Request, Suggestion, Question }: Props) {
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
            <NeedsAttention {...data} Request={Request} Question={Question} />
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
          <ComponentCrash>
            <PrestigeCard {...data.prestige} />
          </ComponentCrash>
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
