import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'

import type { Problem } from '#shared/lib/problem.ts'
import type { MemberStatus } from '#shared/people/profile.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { compileUnusedSchemas } from './http/schemas.ts'
import { setStatus } from './testing/fixtures/member-status.ts'

const ADMIN = `${randomUUID()}@guildhall.test`

const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
afterAll(() => started.close())

test('the schemas of all routes compile', () => {
  expect(compileUnusedSchemas).not.toThrow()
})

interface Route {
  responses: Record<string, unknown>
  parameters?: { name: string; in: string; schema: { enum?: string[]; maxLength?: number } }[]
}

interface Description {
  paths: Record<string, Record<string, Route>>
}

async function describedRoutes() {
  const { paths } = (await started.visitor('GET', '/api/openapi.json')).json<Description>()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ path, method: method.toUpperCase(), route })),
  )
}

/** An address that matches the route's own schema. */
const addressOf = (path: string, { parameters = [] }: Route) =>
  parameters.reduce(
    (url, { name, schema: { enum: values, maxLength = 64 } }) =>
      url.replace(`{${name}}`, values?.[0] ?? 'f'.repeat(Math.min(maxLength, 64))),
    path,
  )

type Method = Parameters<TestApp['visitor']>[0]
const OPEN = [
  '/api/session',
  '/api/session/logout',
  '/api/session/logout-all',
  '/api/session/verification',
  '/api/session/verification-token',
  '/api/client-errors',
  '/api/reports',
  '/api/invitations/address-verification',
  '/api/invitations/opened',
  '/api/public-events',
  '/api/public-events/{eventId}',
  '/api/public/landing',
  '/api/public/texts',
  '/api/public/prestige',
  '/api/public/prestige/members',
  '/api/public/prestige/statement',
  '/api/public/subscription',
]

describe('the OpenAPI description', () => {
  test('the OpenAPI description has every route with its responses', async () => {
    const routes = await describedRoutes()
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'GET /api/session',
        'PUT /api/me',
        'GET /api/events/{eventId}',
        'GET /api/admin/audit',
      ]),
    )
    const silent = routes.filter(({ route }) => {
      const { default: problem, ...answers } = route.responses
      return !problem || Object.keys(answers).length === 0
    })
    expect(silent).toEqual([])
  })
})

describe('access', () => {
  /**
   * Calls every route in an area except public ones. Returns the problem code of each route; undefined for a
   * success.
   */
  async function answersOf(call: TestApp['visitor'], area = '/api/') {
    const closed = (await describedRoutes()).filter(
      ({ path }) => path.startsWith(area) && !OPEN.includes(path),
    )
    expect(closed.length).toBeGreaterThan(5)
    const routes = closed.map(
      ({ path, method, route }) => [method as Method, addressOf(path, route)] as const,
    )
    const answers = await Promise.all(
      routes.map(async ([method, url]) => {
        const { body } = await call(method, url)
        const { code } = body ? (JSON.parse(body) as Partial<Problem>) : {}
        return { route: `${method} ${url}`, code }
      }),
    )
    // Missing fields of a body are noticed before the session is checked.
    return answers.filter(({ code }) => code !== 'invalid_input')
  }
  const answersTo = async (call: TestApp['visitor']) =>
    new Set((await answersOf(call)).map(({ code }) => code))

  test('visitors can call only public routes', async () => {
    expect(await answersTo(started.visitor)).toEqual(new Set(['session_required']))
  })

  test('an unverified address gives no access', async () => {
    const { call } = await started.member({ emailVerified: false })
    expect(await answersTo(call)).toEqual(new Set(['email_unverified']))
  })

  async function memberWhoIs(status: MemberStatus) {
    const person = await started.member()
    await setStatus(started.store, person.uid, status)
    // The account state is cached for half a minute.
    started.advance(31_000)
    return person
  }

  test('a former member has no access', async () => {
    expect(await answersTo((await memberWhoIs('former')).call)).toEqual(new Set(['member_former']))
  })

  /** The routes of one's own account, for people who are not active members. */
  const OWN_ACCOUNT = [
    'DELETE /api/account/deletion',
    'DELETE /api/sessions',
    `DELETE /api/sessions/${'f'.repeat(64)}`,
    'GET /api/account/admin-views',
    'GET /api/me',
    'GET /api/me/agreement',
    'GET /api/me/language',
    'GET /api/sessions',
    'POST /api/account/deletion',
    'POST /api/account/export',
  ]

  async function reachedBy(status: MemberStatus) {
    const answers = await answersOf((await memberWhoIs(status)).call)
    return answers.filter(({ code }) => code !== `member_${status}`).map(({ route }) => route)
  }

  test.for(['suspended', 'declined'] as const)(
    'a %s member can call only the routes for their own account data',
    async (status) => {
      expect((await reachedBy(status)).toSorted()).toEqual(OWN_ACCOUNT)
    },
  )

  test('someone who awaits approval can also complete the profile', async () => {
    const reached = await reachedBy('pending')
    expect(new Set(reached).difference(new Set(OWN_ACCOUNT))).toEqual(
      new Set([
        'GET /api/invitations/imported-profile',
        'GET /api/me/view-as/visitor',
        'POST /api/me/first-steps-dismissed',
        'POST /api/me/asks/ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff/renewal',
      ]),
    )
  })

  test.for(['member', 'organiser'] as const)(
    'the role %s can call no route of the admin area',
    async (role) => {
      const person = await started.member()
      await started.store.transact(async (tx) => {
        const member = await tx.get(members, person.uid)
        if (member) tx.put(members, { ...member, role })
      })
      started.services.accounts.sessions.evict(person.uid)
      const answers = await answersOf(person.call, '/api/admin/')
      expect(answers.length).toBeGreaterThan(40)
      expect(answers.filter(({ code }) => code !== 'role_required')).toEqual([])
    },
  )

  test('members have access to the member area, and only admins to the admin area', async () => {
    const [member, admin] = [await started.member(), await started.member({ email: ADMIN })]
    const [everyones, admins] = [
      ['/api/me', '/api/dashboard', '/api/events', '/api/connections', '/api/meetings'],
      ['/api/admin/members', '/api/admin/audit'],
    ]
    const statuses = ({ call }: typeof member, paths: string[]) =>
      Promise.all(paths.map(async (path) => (await call('GET', path)).statusCode))

    expect(await statuses(member, everyones)).toEqual([200, 200, 200, 200, 200])
    expect(await statuses(member, admins)).toEqual([403, 403])
    expect(await statuses(admin, admins)).toEqual([200, 200])
  })
})
