import type { EmailFigures, Overview, ServiceProblem } from '#shared/admin-overview.ts'
import type { Clock } from '#server/lib/clock.ts'
import { dayOf, mondayOf, weekOfDay } from '#server/lib/weeks.ts'
import type { Store } from '#server/store/port.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { connectedByWeek, joinedByWeek, memberCounts, membersWithout } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  /** The present week last. */
  activeByWeek: (count: number) => Promise<number[]>
  meetingsByWeek: (count: number) => Promise<number[]>
  openDisputes: () => Promise<number>
  /** Without those about the admin's own content. */
  openReports: (admin: { id: string }) => Promise<number>
  /** To use an invitation with another address. */
  openRequests: () => Promise<number>
  /** Absent where no emails are sent. */
  emails: (() => Promise<EmailFigures>) | undefined
  serviceProblems: () => Promise<ServiceProblem[]>
}

const WEEKS = 12
/** Milliseconds. To count goes through all members, which takes a tenth of a second per 100,000. */
const KEPT_FOR = 60_000

/** Tasks that wait for an admin, and figures of the community. */
export function createOverview(deps: Deps) {
  const { store, clock, activeByWeek, meetingsByWeek, openDisputes, openReports, emails } = deps
  const { serviceProblems } = deps
  let kept: { at: number; figures: Pick<Overview, 'without' | 'weeks'> } | undefined

  async function figures(views: ViewReader) {
    if (kept && clock() - kept.at < KEPT_FOR) return kept.figures
    const today = dayOf(clock())
    const first = weekOfDay(today) - WEEKS + 1
    const [active, met] = await Promise.all([activeByWeek(WEEKS), meetingsByWeek(WEEKS)])
    const connected = connectedByWeek(views, today, WEEKS)
    const weeks = joinedByWeek(views, today, WEEKS).map((joined, at) => ({
      startsOn: mondayOf(first + at),
      joined,
      active: active[at] ?? 0,
      connected: connected[at] ?? 0,
      met: met[at] ?? 0,
    }))
    kept = { at: clock(), figures: { without: membersWithout(views), weeks } }
    return kept.figures
  }

  return async (admin: { id: string }): Promise<Overview> => {
    const [views, disputes, reports, requests, emailFigures, problems] = await Promise.all([
      store.views(),
      openDisputes(),
      openReports(admin),
      deps.openRequests(),
      emails?.(),
      serviceProblems(),
    ])
    const counts = memberCounts(views)
    const countOf = (status: keyof Overview['members']) => counts.get(status) ?? 0
    const pending = countOf('pending')
    return {
      waiting: { approvals: pending, disputes, reports, requests },
      members: {
        active: countOf('active'),
        pending,
        suspended: countOf('suspended'),
        declined: countOf('declined'),
      },
      ...(await figures(views)),
      ...(emailFigures && { emails: emailFigures }),
      service: { problems },
    }
  }
}
