import type { ReportDecisionEdit, ReportRow } from '#shared/moderation/reports.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const reportList = (state: 'open' | 'decided') =>
  pagedQuery(['admin', 'reports', state], ({ cursor, signal }) =>
    request('GET /api/admin/reports', { query: { state, cursor }, signal }),
  )

export const reportDetails = (id: string) =>
  routeQuery(['admin', 'reports', 'details', id], 'GET /api/admin/reports/:reportId', {
    params: { reportId: id },
  })

export const useReportDecision = ({ id, version }: ReportRow) =>
  useAdminCommand((body: ReportDecisionEdit) =>
    request('POST /api/admin/reports/:reportId/decision', {
      params: { reportId: id },
      body,
      ifMatch: version,
    }),
  )

export const useRestoration = ({ id, version }: ReportRow) =>
  useAdminCommand(() =>
    request('POST /api/admin/reports/:reportId/restoration', { params: { reportId: id }, ifMatch: version }),
  )
