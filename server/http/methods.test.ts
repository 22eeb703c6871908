import { rm } from 'node:fs/promises'

import { afterAll, describe, expect, test } from 'vitest'

import { startTestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'

/** The whole application, with the page that answers unknown addresses. */
const clientFolder = await writeBareClient()
const started = await startTestApp({ clientFolder, liftRateLimits: true })
afterAll(async () => {
  await started.close()
  await rm(clientFolder, { recursive: true })
})

const ask = (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', url: string) =>
  started.app.inject({ method, url, headers: { host: 'guildhall.test', cookie: 'session=x' } })

const UNKNOWN = ['/api', '/api/', '/api/nothing', '/api/events/a/b/c', '/api?x', '/health', '/health/nothing']

describe.each(UNKNOWN)('%s', (url) => {
  test.each(['GET', 'HEAD', 'POST', 'DELETE'] as const)(
    'an unknown address is answered with a JSON 404 for %s, never with the page',
    async (method) => {
      const answer = await ask(method, url)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-store',
      })
      const problem: unknown = expect.stringContaining('"status":404,"code":"not_found"')
      expect(answer.body).toEqual(method === 'HEAD' ? '' : problem)
    },
  )
})

describe('a known address, asked with a method that it does not support', () => {
  test.each([
    ['DELETE', '/api/session', 'GET, HEAD, POST'],
    ['PATCH', '/api/events/some-id', 'GET, HEAD, PUT, DELETE'],
    ['PUT', '/api/events/tags', 'GET, HEAD'],
    ['GET', '/api/session/logout', 'POST'],
    ['OPTIONS', '/api/session', 'GET, HEAD, POST'],
    ['GET', '/api/client-errors', 'POST'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['DELETE', '/health/ready', 'GET, HEAD'],
  ] as const)('%s %s is answered with 405 and the supported methods: %s', async (method, url, allow) => {
    const answer = await ask(method, url)
    expect(answer.json()).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(answer.headers['allow']?.toString().split(', ').toSorted()).toEqual(allow.split(', ').toSorted())
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

test('an unknown address outside the API is answered with the page and status 404', async () => {
  const answer = await ask('GET', '/apis')
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toMatch('text/html')
})
