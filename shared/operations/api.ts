import { ids, NO_CONTENT } from '#shared/lib/route-parts.ts'

import { BROWSER_REPORT_TYPES, BrowserReportsSchema } from './browser-reports.ts'
import { ClientErrorBatchSchema, ClientErrorReceiptSchema } from './client-errors.ts'
import {
  ErrorGroupDetailsSchema,
  ErrorGroupPageSchema,
  ErrorGroupQuerySchema,
  ErrorSampleSchema,
  ErrorStateEditSchema,
} from './error-groups.ts'

const ofFingerpri = ids('fingerprint')
const ofFingerpriEntry = ids('fingerprint', 'entryId')

/** Routes of the module, by method and path. */
export const operationsApi = {
  'POST /api/reports': {
    summary: 'Report violations of the content security policy',
    consumes: BROWSER_REPORT_TYPES,
    body: BrowserReportsSchema,
    response: NO_CONTENT,
  },

  'POST /api/client-errors': {
    summary: 'Report client errors',
    body: ClientErrorBatchSchema,
    response: { 200: ClientErrorReceiptSchema },
  },

  'GET /api/admin/client-errors': {
    summary: 'List groups of client errors',
    querystring: ErrorGroupQuerySchema,
    response: { 200: ErrorGroupPageSchema },
  },
  'GET /api/admin/client-errors/:fingerprint': {
    summary: 'Get a group of client errors',
    params: ofFingerpri,
    response: { 200: ErrorGroupDetailsSchema },
  },
  'GET /api/admin/client-errors/:fingerprint/samples/:entryId': {
    summary: 'Get a sample of a client error',
    params: ofFingerpriEntry,
    response: { 200: ErrorSampleSchema },
  },
  'PUT /api/admin/client-errors/:fingerprint/state': {
    summary: 'Resolve, ignore or reopen a group of client errors',
    params: ofFingerpri,
    body: ErrorStateEditSchema,
    response: NO_CONTENT,
  },
}
