import { queryOptions, useQuery } from '@tanstack/react-query'

import * as m from '#shared/admin/messages.ts'
import type { AdminTasks } from '#shared/admin/overview.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { routeQuery } from '#client/lib/route-query.ts'
import { useCan } from '#client/lib/auth/use-can.ts'

export const adminTasks = queryOptions({
  ...routeQuery(['admin', 'tasks'], 'GET /api/admin/tasks'),
  staleTime: MINUTE,
})

interface AdminTask {
  /** Number and kind: `2 open reports`. */
  label: string
  count: number
  to: string
}

/** Kinds of things that await an admin's decision. Empty for other members, and while it cannot be loaded. */
export function useAdminTasks(): readonly AdminTask[] {
  const isAdmin = useCan('administer')
  const { data } = useQuery({ ...adminTasks, enabled: isAdmin, throwOnError: false })
  return isAdmin && data ? tasksOf(data) : []
}

export const tasksOf = ({ approvals, requests, reports, disputes, proposals = 0 }: AdminTasks): AdminTask[] =>
  [
    {
      label: m.taskApprovals({ count: approvals }),
      count: approvals,
      to: adminPath('members', { status: 'pending', sort: 'joined' }),
    },
    {
      label: m.taskRequests({ count: requests }),
      count: requests,
      to: adminPath('invitations', { state: 'approval' }),
    },
    { label: m.taskReports({ count: reports }), count: reports, to: adminPath('reports') },
    {
      label: m.taskDisputes({ count: disputes }),
      count: disputes,
      to: adminPath('prestige'),
    },
    {
      label: m.taskProposals({ count: proposals }),
      count: proposals,
      to: adminPath('chapters'),
    },
  ].filter(({ count }) => count > 0)
