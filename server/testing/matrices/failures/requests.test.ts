import { afterAll, beforeAll, expect, test } from 'vitest'

import { collections } from '#server/collections.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createFixture, type Fixture, type Person } from '#server/testing/matrices/visibility/fixture.ts'
import { isCheck, methodOf, type RouteRule } from '#server/testing/matrices/visibility/route-rule.ts'
import { ROUTES } from '#server/testing/matrices/visibility/routes.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { failingIdentity, failingStore, withFailingCall, withFailures } from './failing-calls.ts'

let store: ReturnType<typeof openTemporaryStore>
let running: TestApp
let fixture: Fixture
let admin: Pick<Person, 'uid' | 'call'>
beforeAll(async () => {
  store = openTemporaryStore(collections)
  const email = `${crypto.randomUUID()}@guildhall.test`
  running = await startTestApp({
    liftRateLimits: true,
    store: failingStore(store),
    identity: failingIdentity(),
    env: { ADMIN_EMAILS: email },
  })
  fixture = await createFixture(running)
  admin = await running.member({ email })
}, 60_000)
afterAll(async () => {
  await running.close()
  await store.close()
})

const routes = Object.entries(ROUTES)

/** Routes whose answer is under way when a call fails: it is cut off. */
const STREAMED = [
  'GET /api/admin/audit/export.csv',
  'GET /api/admin/invitations/links.csv',
  'POST /api/account/export',
]

/** It answers with the groups as they were. */
const GROUPS = 'GET /api/admin/client-errors'

test.for(
  routes.filter(([route]) => route.startsWith('GET') && route !== GROUPS && !STREAMED.includes(route)),
)(
  'a read of which a call fails is answered with 503, and works right after it: %s',
  async ([route, rule]) => {
    for (const { viewer, url } of requestsOf(route, rule)) await expectOutage(viewer, url)
  },
)

test('a read that also checks the session is answered with 503 if any call fails, and works right after it', () =>
  expectOutage(admin, '/api/me', () => running.services.accounts.sessions.evict(admin.uid)))

const duringOutage: Parameters<typeof withFailures>[0] = (port) =>
  port === 'identity' ? 'before' : undefined

test.for(routes)(
  'a request asks the identity provider at most once during its outage: %s',
  async ([route, rule]) => {
    const method = methodOf(route)
    for (const { viewer, url, ...more } of requestsOf(route, rule)) {
      running.services.accounts.sessions.evict(viewer.uid)
      const { answer, calls } = await withFailures(duringOutage, () => viewer.call(method, url, more))
      expect.soft(calls.filter((port) => port === 'identity').length, url).toBeLessThan(2)
      expect.soft(answer.statusCode, url).not.toBe(500)
    }
  },
)

async function expectOutage({ call: send }: Pick<Person, 'call'>, url: string, prepare = () => {}) {
  const usual = await send('GET', url)
  for (let call = 1, hasFailed = true; hasFailed; call += 1) {
    prepare()
    const failed = await withFailingCall(call, () => send('GET', url))
    hasFailed = failed.hasFailed
    const statuses = [failed.answer.statusCode, (await send('GET', url)).statusCode]
    const expected = [hasFailed ? 503 : usual.statusCode, usual.statusCode]
    expect.soft(statuses, `${url}, call ${call}`).toEqual(expected)
  }
}

/** Requests of a member; those of a route that shows nobody else if it has one address and needs no body. */
function requestsOf(route: string, rule: RouteRule) {
  const [member] = fixture.others
  const path = route.slice(route.indexOf(' ') + 1)
  const viewer = path.startsWith('/api/admin/') ? admin : member!
  const entry: [string, RouteRule] = [route, rule]
  if (isCheck(entry)) return entry[1].calls(member!, fixture.blocker).map((call) => ({ viewer, ...call }))
  // The stream of notifications does not end.
  return /[:*]|stream/.test(path) ? [] : [{ viewer, url: path }]
}

test.for(routes.filter(isCheck).filter(([route]) => !route.startsWith('GET') && !STREAMED.includes(route)))(
  'a command of which a call fails before its commit is answered with 503: %s',
  async ([route, { calls }]) => {
    const [member] = fixture.others
    for (const { url, ...more } of calls(member!, fixture.blocker)) {
      const send = () => member!.call(methodOf(route), url, more)
      const { answer, hasFailed } = await afterOutages(send)
      // A call that fails after the commit changes nothing for the caller.
      expect.soft(answer.statusCode, url).toBeLessThan(hasFailed ? 300 : 500)
    }
  },
)

/** Lets one call after another fail, until the answer is not that of an outage. */
async function afterOutages(
  send: () => ReturnType<Person['call']>,
  call = 1,
): Promise<{ answer: Awaited<ReturnType<Person['call']>>; hasFailed: boolean }> {
  const result = await withFailingCall(call, send)
  return result.hasFailed && result.answer.statusCode === 503 ? afterOutages(send, call + 1) : result
}
