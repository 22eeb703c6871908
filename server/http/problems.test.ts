import { Value } from 'typebox/value'
import { afterAll, describe, expect, test } from 'vitest'

import { ProblemSchema } from '#shared/lib/problem.ts'
import { IdentityError } from '#server/identity/port.ts'
import { notFound, tooMany } from '#server/lib/failure.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createLogger } from '#server/logging/logger.ts'
import {
  AlreadyExists,
  BadCursor,
  InvalidDocument,
  StoreContention,
  StoreOutcomeUnknown,
  StoreUnavailable,
} from '#server/store/port.ts'
import { startTestApp } from '#server/testing/app.ts'

import { createServer, TIMEOUTS } from './create-server.ts'

const started = await startTestApp({ liftRateLimits: true })
afterAll(() => started.close())

const BODY = '{"idToken":"x"}'
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('a body', () => {
  const BODIES: [
    what: string,
    body: string | Buffer,
    status: number,
    code: string,
    headers?: Record<string, string>,
  ][] = [
    ['no JSON', '{', 400, 'bad_json'],
    ['nothing', '', 400, 'bad_json'],
    ['two values', '{}{}', 400, 'bad_json'],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 400, 'bad_json'],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 400, 'bad_json'],
    ['a lone surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400, 'bad_json'],
    ['UTF-16', Buffer.from(BODY, 'utf16le'), 400, 'bad_json'],
    ['absurd depth', nested(5000), 400, 'bad_json'],
    ['absurd depth, never closed', '['.repeat(10_000), 400, 'bad_json'],
    ['__proto__', '{"__proto__":{"admin":true}}', 400, 'bad_json'],
    ['__proto__, escaped', '{"\\u005f_proto__":{"admin":true}}', 400, 'bad_json'],
    ['__proto__, nested', '{"idToken":{"a":[{"__proto__":1}]}}', 400, 'bad_json'],
    ['constructor.prototype', '{"constructor":{"prototype":{"a":1}}}', 400, 'bad_json'],
    ['an unknown key', '{"idToken":"x","extra":1}', 400, 'invalid_input'],
    ['the wrong type', '{"idToken":7}', 400, 'invalid_input'],
    ['null', 'null', 400, 'invalid_input'],
    ['a list', '[]', 400, 'invalid_input'],
    ['more than 16 KiB', `{"idToken":"${'x'.repeat(17_000)}"}`, 413, 'body_too_large'],
    [
      'a form',
      'idToken=x',
      415,
      'unsupported_media_type',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['text', BODY, 415, 'unsupported_media_type', { 'content-type': 'text/plain' }],
    ['JSON under a false name', BODY, 415, 'unsupported_media_type', { 'content-type': 'text/json' }],
    ['a broken content type', BODY, 415, 'unsupported_media_type', { 'content-type': ';;;' }],
    ['multipart', BODY, 415, 'unsupported_media_type', { 'content-type': 'multipart/form-data; boundary=x' }],
  ]

  test.each(BODIES)('a body is refused: %s', async (_what, body, status, code, headers = {}) => {
    const answer = await started.visitor('POST', '/api/session', { body, headers })
    expect(answer.json()).toMatchObject({ status, code })
    expect(answer.statusCode).toBe(status)
  })

  test('a body is refused when the route takes none', async () => {
    const answer = await started.visitor('POST', '/api/session/logout', { body: {} })
    expect(answer.json()).toMatchObject({ status: 400, code: 'unexpected_body' })
  })
})

describe('an address', () => {
  test.each([
    ['/api/session?unknown=1', 400, 'invalid_input'],
    ['/api/session?__proto__[x]=1', 400, 'invalid_input'],
    ['/api/nothing', 404, 'not_found'],
    ['/api', 404, 'not_found'],
    ['/api/session/%00', 404, 'not_found'],
    ['/api/%', 400, 'bad_request'],
    ['/api/%c3%28', 400, 'bad_request'],
    [`/api/members/${'x'.repeat(1_500)}`, 404, 'not_found'],
  ])('the address %s is refused', async (url, status, code) => {
    const answer = await started.visitor('GET', url)
    expect(answer.json()).toMatchObject({ status, code })
  })

  test.each(['PUT', 'PATCH', 'DELETE'] as const)('%s is refused at a read-only address', async (method) => {
    expect((await started.visitor(method, '/api/session')).statusCode).toBe(405)
  })
})

describe('every error', () => {
  const WAYS: [method: 'GET' | 'POST', url: string, body?: string][] = [
    ['GET', '/api/nothing'],
    ['GET', '/api/%'],
    ['GET', '/api/me'],
    ['GET', '/%'],
    ['POST', '/nothing'],
    ['POST', '/api/session', '{'],
    ['POST', '/api/session', '{}'],
  ]

  test.each(WAYS)(
    '%s %s %s is answered with a problem document that no cache keeps',
    async (method, url, body) => {
      const answer = await started.visitor(method, url, { body })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      const problem = answer.json()
      expect(Value.Errors(ProblemSchema, problem)).toEqual([])
      expect(problem.status).toBe(answer.statusCode)
    },
  )
})

describe('an error thrown by a route', () => {
  const THROWN: [error: Error, status: number, code: string, retryAfter?: string][] = [
    [notFound('event'), 404, 'event_not_found'],
    [new BadCursor('x'), 400, 'bad_cursor'],
    [new AlreadyExists('x'), 409, 'already_exists'],
    [new StoreContention('x'), 503, 'busy', '1'],
    [new StoreUnavailable('x'), 503, 'store_unavailable', '3'],
    [new StoreOutcomeUnknown('x'), 503, 'outcome_unknown', '3'],
    [new InvalidDocument('x'), 500, 'internal'],
    [new IdentityError('unavailable'), 503, 'identity_unavailable', '3'],
    [new IdentityError('expired'), 401, 'sign_in_expired'],
    [tooMany(6_001), 429, 'rate_limited', '7'],
    [new TypeError('secret detail'), 500, 'internal'],
    [Object.assign(new Error('secret detail'), { statusCode: 200 }), 500, 'internal'],
  ]

  test.each(THROWN)(
    'an error thrown by a route becomes a problem: %s',
    async (error, status, code, retryAfter) => {
      const { answer } = await answerTo(error)
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ status, code, requestId: 'request-1' })
      expect(answer.headers['retry-after']).toBe(retryAfter)
    },
  )

  test('an unexpected error is logged, and its response contains only the request id', async () => {
    const { answer, logs } = await answerTo(new TypeError('secret detail'))
    expect(answer.body).not.toContain('secret')
    expect(logs).toContainEqual(
      expect.objectContaining({
        level: 'error',
        requestId: 'request-1',
        err: expect.objectContaining({ message: 'secret detail' }),
      }),
    )
  })

  test('a refusal adds no log line besides the request’s', async () => {
    const { logs } = await answerTo(notFound('event'))
    expect(logs.map(({ msg }) => msg)).toEqual(['request'])
  })
})

async function answerTo(error: Error) {
  const lines: string[] = []
  const app = createServer({
    config: { trustProxy: [], languages: ['en'], origins: ['https://guildhall.test'] },
    headers: {},
    lifecycle: createLifecycle(),
    logger: createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
    newId: () => 'request-1',
    timeouts: TIMEOUTS,
  })
  app.get('/', async () => {
    throw error
  })
  const answer = await app.inject('/')
  await app.close()
  return { answer, logs: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}
