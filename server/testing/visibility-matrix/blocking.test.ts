import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { isProbe, type Mark, methodOf, type Probe } from './route-rule.ts'
import { DECISIONS } from './routes.ts'
import { type Person, type Fixture, createFixture } from './fixture.ts'

let running: TestApp
let fixture: Fixture
beforeAll(async () => {
  running = await startTestApp({ liftRateLimits: true })
  fixture = await createFixture(running)
}, 60_000)
afterAll(() => running.close())

const probes = Object.entries(DECISIONS).filter(isProbe)
const reads = probes.filter(([route]) => route.startsWith('GET'))
const writes = probes.filter(([route]) => !route.startsWith('GET'))

test('it has been decided for every route what it may show of someone who blocked, or was blocked', () => {
  const routes = routesOf(running.app.printRoutes())
  const undecided = [...routes].filter((route) => !(route in DECISIONS))
  expect(
    undecided,
    'Add each to DECISIONS: a probe that would come upon another member, or why it holds nothing of one',
  ).toEqual([])
  expect(
    Object.keys(DECISIONS).filter((route) => !routes.has(route)),
    'These are gone',
  ).toEqual([])
})

test.for(reads)('before a block, people are found where the probe says so: %s', async ([route, probe]) => {
  const found = await Promise.all(pairs().map(([viewer, other]) => marksShown(route, probe, viewer, other)))
  expect(found.flat().length > 0).toBe(probe.finds ?? false)
})

describe('after a block', () => {
  beforeAll(async () => {
    for (const { uid } of fixture.others) await fixture.blocker.call('PUT', `/api/blocks/${uid}`)
    const [, , , stranger] = fixture.others
    const body = { memberId: fixture.blocker.uid, note: 'Hello' }
    await stranger?.call('POST', '/api/connections', { body })
  })

  test.for([...reads, ...writes])('nobody comes upon the other: %s', async ([route, probe]) => {
    const shown: string[] = []
    for (const [viewer, other] of pairs()) {
      const allowed = viewer === fixture.blocker ? probe.allowed?.toBlocker : probe.allowed?.toBlocked
      const marks = await marksShown(route, probe, viewer, other)
      shown.push(
        ...marks.filter((mark) => !allowed?.includes(mark)).map((mark) => `${mark} of ${other.marks.name}`),
      )
    }
    expect(shown).toEqual([])
  })
})

const pairs = () =>
  fixture.others.flatMap((other) => [[fixture.blocker, other] as const, [other, fixture.blocker] as const])

async function marksShown(route: string, { calls }: Probe, viewer: Person, other: Person): Promise<Mark[]> {
  const bodies: string[] = []
  for (const { url, ...more } of calls(viewer, other))
    bodies.push((await viewer.call(methodOf(route), url, more)).body)
  const all = bodies.join('\n')
  return (Object.keys(other.marks) as Mark[]).filter((mark) => all.includes(other.marks[mark]))
}

/** Out of the tree that Fastify prints: each line adds to the path of the line it hangs from. */
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
