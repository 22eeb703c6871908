import { afterAll, beforeAll, expect, test } from 'vitest'

import { connectionIdOf } from '#server/features/connections/connection-state.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { setStatus } from '#server/testing/member-status.ts'

import { isProbe, methodOf, type Probe } from './route-rule.ts'
import { DECISIONS } from './routes.ts'
import { type Person, type Fixture, createFixture } from './fixture.ts'

interface Stage {
  running: TestApp
  fixture: Fixture
}

/** The same people twice: here one of them has blocked the others, there the same one is suspended. */
let blocked: Stage
let suspended: Stage
beforeAll(async () => {
  blocked = await stage()
  suspended = await stage()
  const { blocker, others } = blocked.fixture
  for (const { uid } of others) await blocker.call('PUT', `/api/blocks/${uid}`)
  await setStatus(suspended.running.store, suspended.fixture.blocker.uid, 'suspended', Date.now() + 31_000)
  for (const { running } of [blocked, suspended]) running.advance(31_000)
}, 120_000)
afterAll(() => Promise.all([blocked, suspended].map(({ running }) => running.close())))

async function stage(): Promise<Stage> {
  const running = await startTestApp({ liftRateLimits: true })
  return { running, fixture: await createFixture(running) }
}

test.for(Object.entries(DECISIONS).filter(isProbe))(
  'nobody can tell whether the other has blocked them or is suspended: %s',
  async ([route, probe]) => {
    expect(await answersTo(suspended, route, probe)).toEqual(await answersTo(blocked, route, probe))
  },
)

async function answersTo({ fixture }: Stage, route: string, { calls }: Probe) {
  const answers: string[][] = []
  for (const viewer of fixture.others) {
    for (const { url, ...more } of calls(viewer, fixture.blocker)) {
      const { statusCode, body } = await viewer.call(methodOf(route), url, more)
      answers.push(
        comparable(`${url}: ${statusCode} ${body}`, [...fixture.others, fixture.blocker, fixture.friend]),
      )
    }
  }
  return answers
}

/** Its parts without what differs between any two people and moments. Ids are made by chance, and with them the order of what is alike. */
function comparable(answer: string, people: readonly Person[]) {
  const named = people.flatMap((one) => [
    ...people.map((other) => [
      connectionIdOf(one.uid, other.uid),
      [one, other].map(nameOf).toSorted().join(),
    ]),
    [one.uid, nameOf(one)],
    [one.feed, 'feed'],
    [one.marks.email, 'email'],
  ])
  const alike = named.reduce((text, [id = '', name = '']) => (id ? text.replaceAll(id, name) : text), answer)
  return alike
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid')
    .replaceAll(/\b[\da-f]{64}\b/g, 'hash')
    .replaceAll(/"[\w-]{43}"/g, 'joined id')
    .replaceAll(/(DTSTAMP|DTSTART|DTEND|LAST-MODIFIED)\S*/g, '$1')
    .split(/[\n{}[\],]+/)
    .toSorted()
}

const nameOf = ({ marks }: Person) => marks.name
