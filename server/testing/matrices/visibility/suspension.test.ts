import { afterAll, beforeAll, expect, test } from 'vitest'

import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { isCheck, methodOf, type RouteCheck } from './route-rule.ts'
import { ROUTES } from './routes.ts'
import { type Person, type Fixture, createFixture } from './fixture.ts'

interface Scenario {
  running: TestApp
  fixture: Fixture
}

/** Two equal communities. In one a member blocked the others, in the other that member is suspended. */
let blocked: Scenario
let suspended: Scenario
beforeAll(async () => {
  blocked = await createScenario()
  suspended = await createScenario()
  const { blocker, others } = blocked.fixture
  for (const { uid } of others) await blocker.call('PUT', `/api/blocks/${uid}`)
  await setStatus(suspended.running.store, suspended.fixture.blocker.uid, 'suspended')
  for (const { running } of [blocked, suspended]) running.advance(31_000)
}, 120_000)
afterAll(() => Promise.all([blocked, suspended].map(({ running }) => running.close())))

async function createScenario(): Promise<Scenario> {
  const running = await startTestApp({ liftRateLimits: true })
  return { running, fixture: await createFixture(running) }
}

const checks = Object.entries(ROUTES).filter(isCheck)
const differing = checks.filter(([, { differsFromSuspension }]) => differsFromSuspension !== undefined)

// Runs first: the commands among the others end the RSVPs by which the two can be distinguished.
test.for(differing)(
  'a response differs between a blocked and a suspended member where its rule allows it: %s',
  async ([route, check]) => {
    expect(await responsesOf(suspended, route, check)).not.toEqual(await responsesOf(blocked, route, check))
  },
)

test.for(checks.filter((check) => !differing.includes(check)))(
  'a response does not reveal whether the other member blocked the viewer or is suspended: %s',
  async ([route, check]) => {
    expect(await responsesOf(suspended, route, check)).toEqual(await responsesOf(blocked, route, check))
  },
)

async function responsesOf({ fixture }: Scenario, route: string, { calls }: RouteCheck) {
  const responses: string[][] = []
  for (const viewer of fixture.others) {
    for (const { url, ...more } of calls(viewer, fixture.blocker)) {
      const { statusCode, body } = await viewer.call(methodOf(route), url, more)
      responses.push(
        comparable(`${url}: ${statusCode} ${body}`, [...fixture.others, fixture.blocker, fixture.friend]),
      )
    }
  }
  return responses
}

/**
 * Sorted parts without ids and times, which differ between any two communities. Random ids also decide the order of
 * ties.
 */
function comparable(response: string, people: readonly Person[]) {
  const named = people.flatMap((one) => [
    ...people.map((other) => [
      connectionIdOf(one.uid, other.uid),
      [one, other].map(nameOf).toSorted().join(),
    ]),
    [one.uid, nameOf(one)],
    [one.feed, 'feed'],
    [one.statement, 'statement'],
    [one.details.email, 'email'],
  ])
  const alike = named.reduce(
    (text, [id = '', name = '']) => (id ? text.replaceAll(id, name) : text),
    response,
  )
  return alike
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid')
    .replaceAll(/"shortCode":"[^"]*"/g, 'short code')
    .replaceAll(/\b[\da-f]{64}\b/g, 'hash')
    .replaceAll(/(["/])[\w-]{43}\1/g, 'joined id')
    .replaceAll(/(DTSTAMP|DTSTART|DTEND|LAST-MODIFIED)\S*/g, '$1')
    .split(/[\n{}[\],]+/)
    .toSorted()
}

const nameOf = ({ details }: Person) => details.name
