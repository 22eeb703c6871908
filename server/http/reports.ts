import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'

import { badJson, jsonText } from './json-body.ts'
import { pathOf } from './request-log.ts'

const TYPES = ['application/reports+json', 'application/csp-report']
const MOST_REPORTS = 20

/** Both wire forms: the Reporting API's, and Firefox's and Safari's. */
const ReportsSchema = Type.Union([
  Type.Array(Type.Unknown(), { description: 'Reports, each `{type, body}`.' }),
  Type.Record(Type.String(), Type.Unknown(), { description: 'One report as `{"csp-report": …}`.' }),
])

interface Report {
  type: string
  directive?: string
  blocked?: string
  page?: string
  source?: string
  line?: number
}

/**
 * Logs what browsers report that our content security policy blocked, one line each. A report means a defect or an
 * attack. Nothing in it is trusted or stored.
 */
export const reportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    TYPES,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parse(jsonText(body)),
  )
  const schema = {
    summary: 'Report violations of the content security policy',
    consumes: TYPES,
    body: ReportsSchema,
    response: { 204: Type.Null() },
  }
  app.post('/', { schema }, async (request, reply) => {
    for (const report of readReports(request.body)) request.log.warn({ report }, 'browser report')
    return reply.code(204).send(null)
  })
}

const FIELDS = {
  directive: ['effectiveDirective', 'effective-directive', 'violated-directive'],
  blocked: ['blockedURL', 'blocked-uri'],
  page: ['documentURL', 'document-uri'],
  source: ['sourceFile', 'source-file'],
  line: ['lineNumber', 'line-number'],
} as const

function readReports(sent: Static<typeof ReportsSchema>): Report[] {
  return [sent]
    .flat()
    .slice(0, MOST_REPORTS)
    .filter((entry) => typeof entry === 'object' && entry !== null)
    .map((entry) => readReport(entry as Record<string, unknown>))
}

function readReport(entry: Record<string, unknown>): Report {
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
