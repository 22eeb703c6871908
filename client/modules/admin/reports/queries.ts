import { queryOptions } from '@tanstack/react-query'

import type { ReportDecisionEdit, ReportRow } from '#shared/moderation/reports.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

export const reportList = (state: 'open' | 'decided') =>
  pagedQuery(['admin', 'reports', state], ({ cursor, signal }) =>
    request('GET /api/admin/reports', { query: { state, cursor }, signal }),
  )

export const reportDetails = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'reports', 'details', id],
    queryFn: ({ signal }) =>
      request('GET /api/admin/reports/:reportId', { params: { reportId: id }, signal }),
  })

export const useDecision = ({ id, version }: ReportRow) =>
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
