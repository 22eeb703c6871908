import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { readSettings } from '#client/lib/settings.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'

import { Completeness } from './Completeness.tsx'
import styles from './dashboard.module.css'
import { NextSevenDays } from './NextSevenDays.tsx'
import { ownDashboard } from './queries.ts'
import { WhatNeedsYou } from './WhatNeedsYou.tsx'

export function Component() {
  const { data } = useSuspenseQuery(ownDashboard)
  return (
    <>
      <ScreenTitle>Dashboard</ScreenTitle>
      <PageHeader title={data.displayName ? `Welcome, ${data.displayName}` : 'Welcome'} />
      <div className={styles.sections}>
        <div className={styles.column}>
          <ComponentCrash>
            <WhatNeedsYou requests={data.requests} />
          </ComponentCrash>
          <ComponentCrash>
            <NextSevenDays {...data.nextSevenDays} />
          </ComponentCrash>
        </div>
        <div className={styles.column}>
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
