import { randomUUID } from 'node:crypto'
import { Ajv } from 'ajv'
import { sample, stringMatching } from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

interface Schema {
  examples?: unknown[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  minimum?: number
  minItems?: number
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
}
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}
interface Content {
  content?: Record<string, { schema: Schema }>
}
interface Operation {
  operationId?: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: Content
  security?: Record<string, string[]>[]
  responses: Record<string, Content>
}
interface Described {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  operation: Operation
}
type Answer = Awaited<ReturnType<TestApp['visitor']>>
interface Description {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { type: string; in: string; name: string }> }
}
const ADMIN = `${randomUUID()}@guildhall.test`

const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
const description = (await started.visitor('GET', '/api/openapi.json')).json<Description>()
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase() as Described['method'],
    operation,
  })),
)
const admin = await started.member({ email: ADMIN })
afterAll(() => started.close())

let hour = 0
const FORMATS: Record<string, string> = {
  // Each later than the one before, within the next year.
  get 'date-time'() {
    return new Date(Date.now() + (720 + hour++) * HOUR).toISOString()
  },
  date: '2030-01-01',
  email: 'ada@guildhall.test',
  uri: 'https://guildhall.test',
  uuid: randomUUID(),
}

/** A minimal value for the schema: without optional properties, and the simplest of alternatives. */
function exampleOf(schema: Schema): unknown {
  const { anyOf, type, items, minItems = 0, properties = {}, required = [] } = schema
  if (schema.examples) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf) return exampleOf(anyOf.find((option) => 'const' in option || option.enum) ?? anyOf[0]!)
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name]!)]))
  if (type === 'array') return Array.from({ length: minItems }, (_, at) => itemOf(exampleOf(items!), at))
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return false
  return textOf(schema)
}

/** Items of a list have to differ. */
const itemOf = (example: unknown, at: number) =>
  typeof example === 'string' && at > 0 ? `${example}${at}` : example

function textOf({ format, pattern, minLength = 0 }: Schema) {
  if (format !== undefined) return FORMATS[format]!
  if (pattern === undefined) return 'x'.repeat(minLength)
  const rule = new RegExp(pattern)
  if (minLength === 0 && rule.test('')) return ''
  const [text = ''] = sample(stringMatching(rule), { numRuns: 1, seed: 1 })
  return text.padEnd(minLength, 'x')
}

/** Builds a request from the description alone. */
function requestFor({ method, path, operation }: Described, session: string, without?: string) {
  const { parameters = [], requestBody, security = [] } = operation
  const valuesIn = (place: Parameter['in']) =>
    parameters
      .filter(
        ({ in: where, name, required }) =>
          where === place && name !== without && (required || where === 'header'),
      )
      .map(({ name, schema }): [string, string] => [
        name,
        // Each key belongs to one request.
        name === 'idempotency-key' ? randomUUID() : String(exampleOf(schema)),
      ])
  const url = valuesIn('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
  const query = new URLSearchParams(valuesIn('query'))
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const cookie = `${description.components.securitySchemes['session']!.name}=${session}`
  return {
    method,
    url: query.size > 0 ? `${url}?${query}` : url,
    headers: {
      host: new URL(description.servers[0]!.url).host,
      ...Object.fromEntries(valuesIn('header')),
      ...(type && { 'content-type': type }),
      ...(security.some((scheme) => 'session' in scheme) && without !== 'session' && { cookie }),
    },
    payload: media && (type?.endsWith('json') ? JSON.stringify(exampleOf(media.schema)) : 'no picture'),
  }
}

/** Signs in as an admin, or as someone else when the request ends its session. */
async function sessionFor({ path }: Described) {
  const { cookie } = /logout|deletion/.test(path) ? await started.member() : admin
  return cookie.slice(cookie.indexOf('=') + 1)
}

test('every operation has a summary, an id of its own and the problem response', () => {
  const incomplete = operations.filter(
    ({ operation: { summary, responses } }) =>
      !summary || !responses['default']?.content?.['application/problem+json'],
  )
  expect(incomplete).toEqual([])
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(ids).not.toContain(undefined)
  expect(new Set(ids).size).toBe(ids.length)
})

test('pictures and browser reports are described', () => {
  const { paths } = description
  expect(paths).toHaveProperty(['/images/{imageId}', 'get', 'responses', '200', 'content', 'image/webp'])
  expect(paths).toHaveProperty(['/api/reports', 'post', 'requestBody', 'content', 'application/reports+json'])
})

/**
 * Refusals for reasons that no schema states: a token, a picture, the latest version, a missing name, the caller's
 * connections, and unknown ids.
 */
const REFUSALS: Record<string, string> = {
  postSession: 'id_token_invalid',
  postSessionVerificationToken: 'id_token_invalid',
  postImages: 'not_an_image',
  putMe: 'stale_version',
  putMeAvailability: 'stale_version',
  putNotificationsPreferences: 'stale_version',
  putAdminSettingsIndustries: 'stale_version',
  putMeAgreement: 'terms_changed',
  postAdminMembersVerificationEmails: 'email_unavailable',
  putAdminSettingsJoining: 'stale_version',
  putAdminSettingsProfiles: 'stale_version',
  putAdminSettingsOrganisation: 'stale_version',
  putAdminSettingsPublicEvents: 'stale_version',
  putAdminSettingsGuests: 'stale_version',
  postInvitations: 'friends_not_invited',
  postInvitationsAddressVerification: 'id_token_invalid',
  postPush: 'push_unavailable',
  postSignInCodes: 'codes_off',
  postSignInCodesUse: 'codes_off',
  postMeetings: 'invalid_input',
  postIntroductions: 'invalid_input',
  postMeetingsBestTimes: 'invalid_input',
  postMeOnboarded: 'invalid_input',
  putBuddiesOffer: 'newcomer',
  postBuddiesMemberId: 'buddy_not_possible',
}

const ajv = new Ajv({ strict: false, validateFormats: false })

/** Whether the operation describes the answer, and it is not about the form of the request. */
function isExpected({ operationId = '', responses }: Operation, answer: Answer) {
  if (answer.statusCode >= 400) {
    const { code } = answer.json<{ code: string }>()
    return operationId in REFUSALS ? code === REFUSALS[operationId] : /^[a-z]+_not_found$/.test(code)
  }
  const response = responses[answer.statusCode]
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';')
  if (!response || !type) return response !== undefined && !response.content
  const media = response.content?.[type]
  return media !== undefined && (type !== 'application/json' || ajv.validate(media.schema, answer.json()))
}

/** Streams do not end. `server/modules/notifications/in-app/streams.test.ts` opens them. */
const isStream = ({ operation: { responses } }: Described) =>
  'text/event-stream' in (responses['200']?.content ?? {})

test('a request built from the description alone is understood by every operation', async () => {
  const unexpected: string[] = []
  for (const described of operations.filter((operation) => !isStream(operation))) {
    const request = requestFor(described, await sessionFor(described))
    const answer = await started.app.inject(request)
    if (!isExpected(described.operation, answer))
      unexpected.push(`${request.method} ${request.url}: ${answer.body}`)
  }
  expect(unexpected).toEqual([])
})

test('a request without a required header or the session is refused', async () => {
  let tried = 0
  for (const described of operations) {
    const { parameters = [], security = [] } = described.operation
    const required = parameters.filter((parameter) => parameter.in === 'header' && parameter.required)
    for (const without of [
      ...required.map(({ name }) => name),
      ...(security.length > 0 ? ['session'] : []),
    ]) {
      const request = requestFor(described, await sessionFor(described), without)
      const answer = await started.app.inject(request)
      const refusal = { session: 401, 'if-match': 428 }[without] ?? 403
      expect(answer.statusCode, `${request.method} ${request.url} without ${without}`).toBe(refusal)
      tried++
    }
  }
  expect(tried).toBeGreaterThan(operations.length)
})
