import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as m from '#shared/admin/messages.ts'
import type { Overview as Figures, Overview } from '#shared/admin/overview.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import { adminTasks, tasksOf } from '#client/modules/admin/tasks.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { routeQuery } from '#client/lib/route-query.ts'

import { FailedEmails, WaitingEmails } from './Emails.tsx'
import styles from './overview.module.css'
import { WeekChart } from './WeekChart.tsx'

const overview = queryOptions({
  ...routeQuery(['admin', 'overview'], 'GET /api/admin/overview'),
  // Read again whenever it is shown. `refetchOnMount: 'always'` would also repeat the read that it waited for.
  staleTime: 0,
})

/** Shows tasks for admins first, then figures of the community. */
export function Overview() {
  const { data } = useSuspenseQuery(overview)
  return (
    <Stack gap={6}>
      <Tasks />
      <Community {...data} />
      <Operation {...data} />
      <div className={styles.charts}>
        {CHARTS.map((kind) => (
          <WeekChart key={kind} kind={kind} weeks={data.weeks} />
        ))}
      </div>
    </Stack>
  )
}

const CHARTS = ['joined', 'active', 'connected', 'met'] as const

function Tasks() {
  const tasks = tasksOf(useSuspenseQuery({ ...adminTasks, staleTime: 0 }).data)
  return (
    tasks.length > 0 && (
      <Card title={m.overviewTasks()}>
        <ul className={patterns.ruled}>
          {tasks.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </Card>
    )
  )
}

const Community = ({ members, without }: Figures) => (
  <dl className={styles.tiles}>
    <Tile label={m.overviewActive()} value={members.active} to={adminPath('members', { status: 'active' })} />
    <Tile
      label={m.overviewNotMet()}
      value={without.meeting}
      to={adminPath('members', { status: 'active', never: 'met' })}
    />
    <Tile
      label={m.overviewNotConnected()}
      value={without.connection}
      to={adminPath('members', { status: 'active', never: 'connected' })}
    />
    <Tile
      label={m.overviewSuspended()}
      value={members.suspended}
      to={adminPath('members', { status: 'suspended' })}
    />
  </dl>
)

/** Cards for what is wrong, and one line for the rest. */
const Operation = ({ emails, service }: Figures) => (
  <>
    {service.problems.length > 0 && <Service {...service} />}
    {emails && emails.setAside.length > 0 && <FailedEmails {...emails} />}
    <ul className={styles.operation}>
      {service.problems.length === 0 && <li>{m.serviceFine()}</li>}
      {emails && (
        <li>
          <WaitingEmails {...emails} />
        </li>
      )}
    </ul>
  </>
)

const Tile = ({ label, value, to }: { label: string; value: number; to: string }) => (
  <Card as="div">
    <dt>{label}</dt>
    <dd>
      <Link to={to} aria-label={`${value} ${label}`}>
        {formatNumber(value)}
      </Link>
    </dd>
  </Card>
)

/** Problems of the answering server, in words for admins who call the operator. */
const Service = ({ problems }: Overview['service']) => (
  <Card title={m.serviceTitle()}>
    <Notice tone="warning" title={m.serviceContact()}>
      <ul className={patterns.ruled}>
        {problems.map((problem) => (
          <li key={problem}>{m.serviceProblem({ problem })}</li>
        ))}
      </ul>
    </Notice>
  </Card>
)
