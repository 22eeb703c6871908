import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'

import { operationsApi } from '#shared/operations/api.ts'
import { BROWSER_REPORT_TYPES, type BrowserReportsSchema } from '#shared/operations/browser-reports.ts'

import { badJson, jsonText } from './json-body.ts'
import { pathOf } from './request-log.ts'

const MAX_REPORTS = 20

/**
 * Logs browsers' reports of violations of our content security policy, one line each. A report means a defect or an
 * attack. Its content is neither trusted nor stored.
 */
export const browserReportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    BROWSER_REPORT_TYPES,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parse(jsonText(body)),
  )
  const schema = operationsApi['POST /api/reports']
  app.post('/', { schema }, async (request) => {
    for (const report of readReports(request.body)) request.log.warn({ report }, 'browser report')
  })
}

const FIELDS = {
  directive: ['effectiveDirective', 'effective-directive', 'violated-directive'],
  blocked: ['blockedURL', 'blocked-uri'],
  page: ['documentURL', 'document-uri'],
  source: ['sourceFile', 'source-file'],
  line: ['lineNumber', 'line-number'],
} as const

function readReports(sent: Static<typeof BrowserReportsSchema>) {
  return [sent]
    .flat()
    .slice(0, MAX_REPORTS)
    .filter((entry) => typeof entry === 'object' && entry !== null)
    .map((entry) => readReport(entry as Record<string, unknown>))
}

function readReport(entry: Record<string, unknown>) {
  const body = (entry['body'] ?? entry['csp-report'] ?? {}) as Record<string, unknown>
  const found = Object.entries(FIELDS).flatMap(([name, spellings]) => {
    const value = spellings.map((spelling) => body[spelling]).find((candidate) => candidate !== undefined)
    if (typeof value === 'number') return [[name, value]]
    return typeof value === 'string' ? [[name, pathOf(value).slice(0, 200)]] : []
  })
  const type = typeof entry['type'] === 'string' ? entry['type'].slice(0, 40) : 'csp-violation'
  return { type, ...Object.fromEntries(found) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badJson()
  }
}
