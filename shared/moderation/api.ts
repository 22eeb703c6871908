import { CursorQuerySchema } from '#shared/lib/page.ts'
import { file, ids, NO_CONTENT } from '#shared/lib/route-parts.ts'

import {
  OwnReportPageSchema,
  OwnReportSchema,
  ReportDecisionSchema,
  ReportDetailsSchema,
  ReportEditSchema,
  ReportListQuerySchema,
  ReportPageSchema,
  WarningsSchema,
} from './reports.ts'

const ofReport = ids('reportId')

/** Routes of the module, by method and path. */
export const moderationApi = {
  'POST /api/moderation/reports': {
    summary: 'Report content to the admins',
    body: ReportEditSchema,
    response: { 201: OwnReportSchema },
  },
  'GET /api/moderation/reports': {
    summary: 'List your reports with their outcomes',
    querystring: CursorQuerySchema,
    response: { 200: OwnReportPageSchema },
  },
  'GET /api/moderation/warnings': {
    summary: 'List your open warnings',
    response: { 200: WarningsSchema },
  },
  'POST /api/moderation/warnings/:reportId/acknowledgement': {
    summary: 'Acknowledge a warning',
    params: ofReport,
    response: NO_CONTENT,
  },
  'GET /api/admin/reports': {
    summary: 'List open or decided reports',
    querystring: ReportListQuerySchema,
    response: { 200: ReportPageSchema },
  },
  'GET /api/admin/reports/:reportId': {
    summary: 'Get a report',
    params: ofReport,
    response: { 200: ReportDetailsSchema },
  },
  'GET /api/admin/reports/:reportId/picture': {
    summary: 'Get a reported image',
    params: ofReport,
    response: file('image/webp', 'Image data.'),
  },
  'POST /api/admin/reports/:reportId/decision': {
    summary: 'Decide a report',
    params: ofReport,
    body: ReportDecisionSchema,
    response: NO_CONTENT,
  },
  'POST /api/admin/reports/:reportId/restoration': {
    summary: 'Restore reported content',
    params: ofReport,
    response: NO_CONTENT,
  },
}
