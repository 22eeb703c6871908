import type { AdminTasks, Overview } from '#shared/admin/overview.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'
import { dayNumber, mondayOf, weekOfDay } from '#server/lib/time/weeks.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Moderation } from '#server/modules/moderation/module.ts'
import type { Notifications } from '#server/modules/notifications/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store } from '#server/store/port.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { connectedByWeek, joinedByWeek, memberCounts, membersWithout, metByWeek } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  mailer: Platform['mailer']
  operations: Operations
  chapters: Chapters
  accounts: Accounts
  prestige: Prestige
  notifications: Notifications
  moderation: Moderation
}

const WEEKS = 12
/** Milliseconds. Counting goes through all members, which takes a tenth of a second per 100,000. */
const KEPT_FOR = MINUTE

export type OverviewService = ReturnType<typeof createOverview>

/** Numbers of tasks for admins, and figures of the community. */
export function createOverview(deps: Deps) {
  const { store, clock, mailer, operations, chapters, accounts, prestige, notifications, moderation } = deps
  let kept: { at: number; figures: Pick<Overview, 'without' | 'weeks'> } | undefined

  async function figures(views: ViewReader) {
    if (kept && clock() - kept.at < KEPT_FOR) return kept.figures
    const today = dayNumber(clock())
    const first = weekOfDay(today) - WEEKS + 1
    const active = await accounts.activity.activeByWeek(WEEKS)
    const met = metByWeek(views, today, WEEKS)
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

  return {
    async tasks(admin: { id: string }): Promise<AdminTasks> {
      const [views, disputes, reports, requests, proposals] = await Promise.all([
        store.views(),
        prestige.disputes.countOpenDisputes(),
        moderation.reportQueue.countOpen(admin),
        accounts.invitations.list.countRequests(),
        chapters.proposals.countOpen(),
      ])
      return { approvals: memberCounts(views).get('pending') ?? 0, disputes, reports, requests, proposals }
    },

    async get(): Promise<Overview> {
      const [views, emailFigures, problems] = await Promise.all([
        store.views(),
        mailer && notifications.emails.figures(),
        operations.health.problems(),
      ])
      const counts = memberCounts(views)
      const countOf = (status: keyof Overview['members']) => counts.get(status) ?? 0
      return {
        members: {
          active: countOf('active'),
          pending: countOf('pending'),
          suspended: countOf('suspended'),
          declined: countOf('declined'),
        },
        ...(await figures(views)),
        emails: emailFigures,
        service: { problems },
      }
    },
  }
}
