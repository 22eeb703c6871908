import type { EmailFigures, Overview, ServiceProblem } from '#shared/admin-overview.ts'
import type { Clock } from '#server/lib/clock.ts'
import { dayOf, mondayOf, weekOfDay } from '#server/lib/weeks.ts'
import type { Store } from '#server/store/port.ts'
import type { MemberStatus } from '#shared/profile.ts'

import { connectionsByDay, unconnectedTotal } from './queries.ts'

interface MemberRow {
  id: string
  status: MemberStatus
  joinedAt: string
}

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  /** Every member. */
  rows: () => Promise<{ all: () => Iterable<MemberRow> }>
  activity: () => Promise<{
    hasMet: (memberId: string) => boolean
    activeByWeek: (today: number, count: number) => number[]
  }>
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
/** Milliseconds. Weeks are counted over all members, which takes some milliseconds per 100,000. */
const WEEKS_KEPT = 60_000

/** What waits for an admin, and how the community is doing. */
export function createOverview(deps: Deps) {
  const { store, clock, rows, activity, meetingsByWeek, openDisputes, openReports, emails } = deps
  const { serviceProblems } = deps
  let kept: { at: number; weeks: Overview['weeks'] } | undefined

  async function weeks(members: Iterable<MemberRow>): Promise<Overview['weeks']> {
    if (kept && clock() - kept.at < WEEKS_KEPT) return kept.weeks
    const today = dayOf(clock())
    const first = weekOfDay(today) - WEEKS + 1
    const byWeek = (times: Iterable<{ at: number; count: number }>) => {
      const counts = Array.from({ length: WEEKS }, () => 0)
      for (const { at: time, count } of times) {
        const at = weekOfDay(dayOf(time)) - first
        if (at >= 0 && at < WEEKS) counts[at]! += count
      }
      return counts
    }
    const [views, { activeByWeek }, met] = await Promise.all([
      store.views(),
      activity(),
      meetingsByWeek(WEEKS),
    ])
    const joined = byWeek(
      Iterator.from(members).map(({ joinedAt }) => ({ at: Date.parse(joinedAt), count: 1 })),
    )
    const connected = byWeek(
      connectionsByDay(views, mondayOf(first)).map(({ day, count }) => ({ at: Date.parse(day), count })),
    )
    const active = activeByWeek(today, WEEKS)
    const all = joined.map((count, at) => ({
      startsOn: mondayOf(first + at),
      joined: count,
      active: active[at] ?? 0,
      connected: connected[at] ?? 0,
      met: met[at] ?? 0,
    }))
    kept = { at: clock(), weeks: all }
    return all
  }

  return async (admin: { id: string }): Promise<Overview> => {
    const [all, views, { hasMet }, disputes, reports, requests, emailFigures, problems] = await Promise.all([
      rows(),
      store.views(),
      activity(),
      openDisputes(),
      openReports(admin),
      deps.openRequests(),
      emails?.(),
      serviceProblems(),
    ])
    const members = { active: 0, pending: 0, suspended: 0, declined: 0 }
    const without = { connection: unconnectedTotal(views), meeting: 0 }
    for (const { id, status } of all.all()) {
      if (status === 'former') continue
      members[status] += 1
      if (status !== 'active') continue
      if (!hasMet(id)) without.meeting += 1
    }
    return {
      waiting: { approvals: members.pending, disputes, reports, requests },
      members,
      without,
      ...(emailFigures && { emails: emailFigures }),
      service: { problems },
      weeks: await weeks(all.all()),
    }
  }
}
