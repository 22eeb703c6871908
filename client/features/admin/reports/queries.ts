import { queryOptions } from '@tanstack/react-query'

import type { ReportDecisionEdit, ReportDetails, ReportRow } from '#shared/reports.ts'
import { useAdminCommand } from '#client/features/admin/use-admin-command.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/admin/reports'
export const reportUrl = (id: string, rest = '') => `${URL}/${encodeURIComponent(id)}${rest}`

export const reportList = (state: 'open' | 'decided') =>
  pagedQuery<ReportRow>(['admin', 'reports', state], URL, { state })

export const reportDetails = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'reports', 'details', id],
    queryFn: ({ signal }) => request<ReportDetails>(reportUrl(id), { signal }),
  })

export const useDecision = ({ id, version }: ReportRow) =>
  useAdminCommand((body: ReportDecisionEdit) =>
    request(reportUrl(id, '/decision'), { method: 'POST', body, ifMatch: version }),
  )

export const useRestoration = ({ id, version }: ReportRow) =>
  useAdminCommand(() => request(reportUrl(id, '/restoration'), { method: 'POST', ifMatch: version }))
