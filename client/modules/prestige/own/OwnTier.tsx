import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { ownPrestigePath } from '#shared/lib/paths/profile.ts'
import { tierBy, tierName, tierSince } from '#shared/people/messages.ts'
import type { PrestigeSummary } from '#shared/prestige/schema.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { ownPrestige } from '#client/modules/prestige/queries.ts'
import { Rosette } from '#client/modules/prestige/Rosette.tsx'
import { PETALS } from '#client/modules/prestige/tier-petals.ts'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './OwnTier.module.css'

/** The member's tier, below their name. A profile is complete without it: it takes no part in loading or errors. */
export function OwnTier() {
  const { data } = useInfiniteQuery({ ...ownPrestige, throwOnError: false })
  const summary = data?.pages[0]?.summary
  return (
    <div className={styles.own}>
      {summary && (
        <>
          <Rosette petals={PETALS[summary.tier]} />
          <p>
            <Link to={ownPrestigePath}>{tierName(summary)}</Link>{' '}
            <span className={patterns.muted}>{explanation(summary)}</span>
          </p>
        </>
      )}
    </div>
  )
}

function explanation({ since, people }: PrestigeSummary) {
  if (since) return rich(tierSince({ date: <DateOf at={since} />, people }))
  return people > 0 && tierBy({ people })
}
