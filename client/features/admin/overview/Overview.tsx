import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Overview as Figures } from '#shared/admin-overview.ts'
import { adminPath } from '#shared/admin-paths.ts'
import { request } from '#client/lib/request.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import { Emails } from './Emails.tsx'
import styles from './overview.module.css'
import { Service } from './Service.tsx'
import { WeekChart } from './WeekChart.tsx'

const overview = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => request<Figures>('/api/admin/overview', { signal }),
  refetchOnMount: 'always',
})

/** What waits for an admin first, then how the community is doing. */
export function Overview() {
  const { data } = useSuspenseQuery(overview)
  return (
    <Stack gap={6}>
      <Waiting {...data.waiting} />
      <Community {...data} />
      {data.emails && <Emails {...data.emails} />}
      <Service {...data.service} />
      <div className={styles.charts}>
        {CHARTS.map(({ kind, title, sentence }) => (
          <WeekChart key={kind} kind={kind} title={title} sentence={sentence} weeks={data.weeks} />
        ))}
      </div>
    </Stack>
  )
}

const CHARTS = [
  { kind: 'joined', title: 'Joined', sentence: 'People who joined, by week.' },
  { kind: 'active', title: 'Active', sentence: 'Members who used the product, by week.' },
  { kind: 'connected', title: 'Connected', sentence: 'New connections, by week.' },
  { kind: 'met', title: 'Met', sentence: 'Growth meetings held, by week. Counted once an hour.' },
] as const

const Waiting = ({ approvals, disputes, reports, requests }: Figures['waiting']) => (
  <Card title="Needs your attention">
    {approvals + disputes + reports + requests === 0 ? (
      <p className={patterns.muted}>Nothing right now.</p>
    ) : (
      <ul className={patterns.ruled}>
        {approvals > 0 && (
          <li>
            <Link to={adminPath('members', { status: 'pending', sort: 'joined' })}>
              {approvals === 1 ? '1 person awaits approval' : `${approvals} people await approval`}
            </Link>
          </li>
        )}
        {requests > 0 && (
          <li>
            <Link to={adminPath('invitations', { state: 'consent' })}>
              {requests === 1
                ? '1 request to join with a different email'
                : `${requests} requests to join with a different email`}
            </Link>
          </li>
        )}
        {reports > 0 && (
          <li>
            <Link to={adminPath('reports')}>
              {reports === 1 ? '1 open report' : `${reports} open reports`}
            </Link>
          </li>
        )}
        {disputes > 0 && (
          <li>
            <Link to={adminPath('prestige')}>
              {disputes === 1 ? '1 disputed prestige entry' : `${disputes} disputed prestige entries`}
            </Link>
          </li>
        )}
      </ul>
    )}
  </Card>
)

const Community = ({ members, without }: Figures) => (
  <Card title="Community">
    <dl className={styles.numbers}>
      <Count label="Active members" value={members.active} to={adminPath('members', { status: 'active' })} />
      <Count
        label="Haven’t met anyone yet"
        value={without.meeting}
        to={adminPath('members', { status: 'active', never: 'met' })}
      />
      <Count
        label="Have no connection yet"
        value={without.connection}
        to={adminPath('members', { status: 'active', never: 'connected' })}
      />
      <Count label="Suspended" value={members.suspended} to={adminPath('members', { status: 'suspended' })} />
    </dl>
  </Card>
)

const Count = ({ label, value, to }: { label: string; value: number; to: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Link to={to} aria-label={`${value} ${label}`}>
        {value.toLocaleString('en')}
      </Link>
    </dd>
  </div>
)
