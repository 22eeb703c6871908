import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp } from '#server/testing/app.ts'
import { keysOf } from '#shared/lib/records.ts'

import { isCheck, methodOf, type PersonalDetail, type RouteCheck } from './route-rule.ts'
import { ROUTES } from './routes.ts'
import { type Person, createFixture } from './fixture.ts'

const running = await startTestApp({ liftRateLimits: true })
const fixture = await createFixture(running)
afterAll(() => running.close())

const checks = Object.entries(ROUTES).filter(isCheck)
const reads = checks.filter(([route]) => route.startsWith('GET'))
const shared = reads.filter(([, { sameForEveryone }]) => sameForEveryone !== undefined)
const writes = checks.filter(([route]) => !route.startsWith('GET'))

test('every route has a rule for what it shows of a member who blocked or was blocked', async () => {
  const routes = await servedRoutes()
  const withoutRule = [...routes].filter((route) => !(route in ROUTES))
  expect(withoutRule, 'Add each to ROUTES: requests that could show another member, or why none can').toEqual(
    [],
  )
  expect(
    Object.keys(ROUTES).filter((route) => !routes.has(route)),
    'These routes do not exist',
  ).toEqual([])
})

test.for(reads)(
  'before a block, the route shows the other member where its rule says so: %s',
  async ([route, check]) => {
    const shown = await Promise.all(
      pairs().map(([viewer, other]) => detailsShown(route, check, viewer, other)),
    )
    expect(shown.flat().length > 0).toBe(check.showsBefore ?? false)
  },
)

describe('after a block', () => {
  beforeAll(async () => {
    for (const { uid } of fixture.others) await fixture.blocker.call('PUT', `/api/blocks/${uid}`)
    const [, , , stranger] = fixture.others
    const body = { memberId: fixture.blocker.uid, note: 'Hello' }
    await stranger?.call('POST', '/api/connections', { body })
  })

  test.for(shared)('everyone gets the same response, also visitors: %s', async ([, { calls }]) => {
    for (const [viewer, other] of pairs()) {
      for (const { url } of calls(viewer, other)) {
        const { verifiedAt: _, ...shown } = (await running.visitor('GET', url)).json<
          object & { verifiedAt?: string }
        >()
        expect(JSON.stringify(shown)).toContain(other.details.name)
        expect((await viewer.call('GET', url)).json()).toMatchObject(shown)
      }
    }
  })

  const separate = [...reads, ...writes].filter((check) => !shared.includes(check))
  test.for(separate)('neither of the two sees the other: %s', async ([route, check]) => {
    const shown: string[] = []
    for (const [viewer, other] of pairs()) {
      const allowed = viewer === fixture.blocker ? check.allowed?.toBlocker : check.allowed?.toBlocked
      const details = await detailsShown(route, check, viewer, other)
      shown.push(
        ...details
          .filter((detail) => !allowed?.includes(detail))
          .map((detail) => `${detail} of ${other.details.name}`),
      )
    }
    expect(shown).toEqual([])
  })
})

const pairs = () =>
  fixture.others.flatMap((other) => [[fixture.blocker, other] as const, [other, fixture.blocker] as const])

async function detailsShown(
  route: string,
  { calls }: RouteCheck,
  viewer: Person,
  other: Person,
): Promise<PersonalDetail[]> {
  const bodies: string[] = []
  for (const { url, ...more } of calls(viewer, other))
    bodies.push((await viewer.call(methodOf(route), url, more)).body)
  const all = bodies.join('\n')
  return keysOf(other.details).filter((detail) => all.includes(other.details[detail]))
}

/** Excludes the routes of `http/methods.ts`, which answer 404 and 405. */
async function servedRoutes() {
  const served = new Set<string>()
  for (const route of routesOf(running.app.printRoutes())) {
    if (!(await isClosed(route))) served.add(route)
  }
  return served
}

async function isClosed(route: string) {
  const [, url = ''] = route.split(' ')
  if (/^\/(api|health)(\/\*)?$/.test(url)) return true
  if (route.startsWith('*')) return false
  const { statusCode } = await running.visitor(methodOf(route), url.replaceAll(/:\w+|\*/g, 'x'))
  return statusCode === 405
}

/** Parses Fastify's tree: the path of a line continues the path of its parent. */
function routesOf(tree: string): Set<string> {
  const path: string[] = []
  return new Set(
    tree.split('\n').flatMap((line) => {
      const [, indent = '', label = '', methods = ''] = /^(.*?)[└├]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
      path.splice(indent.length / 4, Infinity, label)
      const whole = path.join('').replace(/(.)\/$/, '$1')
      const named = methods.split(', ').filter((method) => method && method !== 'HEAD')
      return named.includes('TRACE') ? [`* ${whole}`] : named.map((method) => `${method} ${whole}`)
    }),
  )
}
