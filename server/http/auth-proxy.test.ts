import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request, type RequestListener } from 'node:http'
import { Agent, createServer } from 'node:https'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { selfSigned } from '#server/testing/stand-ins/certificate.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

const AUTH_DOMAIN = 'guildhall.firebaseapp.test'

const { certificate, privateKey } = selfSigned([AUTH_DOMAIN])

let answerNext: RequestListener
let asked: { url: string | undefined; headers: IncomingHttpHeaders }[]
/** The project's auth domain over TLS on loopback. */
const authDomain = createServer({ cert: certificate, key: privateKey }, (incoming, response) => {
  asked.push({ url: incoming.url, headers: incoming.headers })
  answerNext(incoming, response)
})

let started: TestApp
let port: number
beforeAll(async () => {
  authDomain.listen(0, '127.0.0.1')
  await once(authDomain, 'listening')
  const authPort = portOf(authDomain)
  const httpAgent = new Agent({ ca: certificate, servername: AUTH_DOMAIN })
  const connect = httpAgent.createConnection.bind(httpAgent)
  httpAgent.createConnection = (options, callback) =>
    connect({ ...options, host: '127.0.0.1', port: authPort }, callback)

  const env = { FIREBASE_AUTH_DOMAIN: AUTH_DOMAIN, FIREBASE_AUTH_EMULATOR_HOST: '' }
  started = await startTestApp({ httpAgent, env, liftRateLimits: true })
  await started.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(started.app.server)
})
afterAll(async () => {
  await started.close()
  authDomain.closeAllConnections()
  authDomain.close()
})
beforeEach(() => {
  answerNext = page
  asked = []
})

interface Init {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** `fetch` would set the host header itself. */
async function call(path: string, { method = 'GET', headers = {}, body = '' }: Init = {}) {
  const outgoing = request({
    port,
    path,
    method,
    headers: { host: 'guildhall.test', ...headers },
    agent: false,
  })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString()
  return { status: incoming.statusCode, headers: incoming.headers, text }
}

const page: RequestListener = (_, response) =>
  response
    .writeHead(200, {
      'content-type': 'text/html',
      'cache-control': 'max-age=60',
      'set-cookie': 'tracking=1',
      'x-internal': '1',
    })
    .end('<script>init()</script>')

test.each([
  '/__/auth/handler',
  '/__/auth/handler.js',
  '/__/auth/experiments.js',
  '/__/auth/iframe',
  '/__/auth/iframe.js',
  '/__/auth/links',
  '/__/auth/links.js',
  '/__/firebase/init.json',
])('%s is forwarded', async (path) => {
  const answer = await call(`${path}?apiKey=k&a=%20b`)
  expect(asked.map(({ url }) => url)).toEqual([`${path}?apiKey=k&a=%20b`])
  expect(answer).toMatchObject({ status: 200, text: '<script>init()</script>' })
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html', 'cache-control': 'max-age=60' })
})

test('no cookie or unlisted header is forwarded in either direction', async () => {
  const answer = await call('/__/auth/handler', {
    headers: {
      cookie: '__Host-session=secret',
      authorization: 'Bearer secret',
      'x-csrf': '1',
      accept: 'text/html',
    },
  })
  expect(asked[0]?.headers).toEqual({
    accept: 'text/html',
    host: AUTH_DOMAIN,
    connection: expect.any(String),
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['x-internal']).toBeUndefined()
})

test('a forwarded page may run its own scripts, and only our pages may frame it', async () => {
  const { headers } = await call('/__/auth/iframe')
  expect(headers['content-security-policy']).toBe(
    "frame-ancestors 'self'; base-uri 'none'; object-src 'none'",
  )
  expect(headers['cross-origin-opener-policy']).toBeUndefined()
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  '/__/auth',
  '/__/auth/other',
  '/__/auth/handler/x',
  '/__/auth/handler.js.map',
  '/__/hosting/x',
  '/__/auth/%68andler.',
])('%s is not forwarded', async (path) => {
  expect((await call(path)).status).toBe(404)
  expect(asked).toEqual([])
})

test('a provider can post its answer to the handler as a form', async () => {
  const bodies: string[] = []
  answerNext = async (incoming, response) => {
    for await (const chunk of incoming) bodies.push(String(chunk))
    response.end('done')
  }
  const answer = await call('/__/auth/handler', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://appleid.apple.com',
      'content-length': '8',
    },
    body: 'state=ab',
  })
  expect(answer).toMatchObject({ status: 200, text: 'done' })
  expect(bodies).toEqual(['state=ab'])
})

test.each<[string, RequestListener]>([
  ['is unreachable', (incoming) => incoming.destroy()],
  [
    'breaks off',
    (_, response) =>
      response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy()),
  ],
  ['sends without end', (_, response) => response.end(Buffer.alloc(3 * 1024 * 1024))],
])('the answer is 503 if the auth domain %s', async (_what, answer) => {
  answerNext = answer
  const { status, headers, text } = await call('/__/auth/handler')
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('3')
  expect(JSON.parse(text)).toMatchObject({ code: 'identity_unavailable' })
})

test('the emulator is served on our origin, to our own pages only', async () => {
  const demo = await startTestApp({ liftRateLimits: true })
  onTestFinished(demo.close)
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any'
  const body = { email: `${Date.now()}@proxy.test`, password: 'correct horse', returnSecureToken: true }

  const signedUp = await demo.visitor('POST', path, { body })
  expect(signedUp.json()).toMatchObject({ email: body.email, idToken: expect.any(String) })
  const refreshed = await demo.visitor('POST', '/securetoken.googleapis.com/v1/token?key=any', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=refresh_token&refresh_token=${signedUp.json<{ refreshToken: string }>().refreshToken}`,
  })
  expect(refreshed.json()).toMatchObject({ access_token: expect.any(String) })
  expect((await demo.visitor('GET', '/emulator/auth/handler')).body).toContain('authEmulator')

  const foreign = await demo.visitor('POST', path, { body, headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.statusCode).toBe(403)
})
