import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'

import * as m from '#shared/dashboard/messages.ts'
import type { Connection, Suggestion } from '#shared/people/connections.ts'
import type { AskedIntroduction } from '#shared/people/introductions.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'

import { NextPlan, NextSevenDays, Today } from './Agenda.tsx'
import { Completeness } from './Completeness.tsx'
import { EventFigures } from './EventFigures.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import styles from './dashboard.module.css'
import { type AdminTask, NeedsAttention } from './NeedsAttention.tsx'
import { PrestigeCard } from './PrestigeCard.tsx'
import { ownDashboard } from './queries.ts'
import { Suggestions } from './Suggestions.tsx'
import { Unconnected } from './Unconnected.tsx'
import { ZoneNotice } from './ZoneNotice.tsx'

const RoundCard = lazyPart(() => import('#client/modules/rounds/screens.tsx'), 'RoundCard')

/** Components of other features. */
interface Props {
  Request: ComponentType<{ connection: Connection }>
  SuggestionCard: ComponentType<{ suggestion: Suggestion }>
  /** Asks whether the member wants to be introduced to another. */
  Question: ComponentType<{ introduction: AskedIntroduction }>
  adminTasks: readonly AdminTask[]
}

export function DashboardScreen({ Request, SuggestionCard, Question, adminTasks }: Props) {
  // Its time zone is needed below: prefetching runs both requests in parallel.
  usePrefetchQuery(ownProfile)
  const { data } = useSuspenseQuery(ownDashboard)
  return (
    <>
      <ScreenTitle>{m.title()}</ScreenTitle>
      <PageHeader title={data.displayName ? m.welcomeName({ name: data.displayName }) : m.welcome()} />
      <div className={styles.sections}>
        <div className={styles.column}>
          <ComponentCrash>
            <Today {...data.nextSevenDays} />
            {data.later && <NextPlan {...data.later} />}
          </ComponentCrash>
          <ZoneNotice />
          {data.firstSteps && <FirstSteps steps={data.firstSteps} />}
          <ComponentCrash>
            <NeedsAttention {...data} {...{ Request, Question, adminTasks }} />
          </ComponentCrash>
          <ComponentCrash>
            <NextSevenDays
              {...data.nextSevenDays}
              upcoming={data.upcoming}
              isOptional={data.later !== undefined || data.firstSteps !== undefined}
            />
          </ComponentCrash>
          {data.rounds?.map((round) => (
            <ComponentCrash key={round.id}>
              <Suspense>
                <RoundCard round={round} />
              </Suspense>
            </ComponentCrash>
          ))}
          {data.organiser && data.organiser.events.length > 0 && (
            <ComponentCrash>
              <EventFigures {...data.organiser} />
            </ComponentCrash>
          )}
        </div>
        <div className={styles.column}>
          <ComponentCrash>
            <Suggestions suggestions={data.suggestions} SuggestionCard={SuggestionCard} />
          </ComponentCrash>
          {data.prestige.entries.length > 0 && (
            <ComponentCrash>
              <PrestigeCard {...data.prestige} />
            </ComponentCrash>
          )}
          {/* The first steps begin with the profile. */}
          {!data.firstSteps && data.profile.completeness < 100 && (
            <ComponentCrash>
              <Completeness {...data.profile} />
            </ComponentCrash>
          )}
          {data.organiser && data.organiser.unconnected.total > 0 && (
            <ComponentCrash>
              <Unconnected {...data.organiser.unconnected} />
            </ComponentCrash>
          )}
        </div>
      </div>
    </>
  )
}
