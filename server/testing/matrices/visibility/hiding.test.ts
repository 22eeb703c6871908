import { afterAll, beforeAll, expect, test } from 'vitest'

import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { isCheck } from './route-rule.ts'
import { ROUTES } from './routes.ts'
import { createFixture, type Fixture } from './fixture.ts'

let running: TestApp
let fixture: Fixture
beforeAll(async () => {
  running = await startTestApp({ liftRateLimits: true })
  fixture = await createFixture(running)
  const hidden = { profile: { reason: 'Against our rules', at: new Date().toISOString() } }
  await running.store.transact(async (tx) => {
    for (const { uid } of fixture.others) tx.put(members, { ...(await tx.get(members, uid))!, hidden })
  })
}, 60_000)
afterAll(() => running.close())

const reads = Object.entries(ROUTES)
  .filter(isCheck)
  .filter(([route]) => route.startsWith('GET'))

test.for(reads)('a profile that an admin has hidden shows neither name nor fields: %s', async ([, check]) => {
  const { blocker: viewer, others } = fixture
  const shown: string[] = []
  for (const other of others) {
    const answers = check.calls(viewer, other).map(({ url, ...more }) => viewer.call('GET', url, more))
    const text = (await Promise.all(answers)).map(({ body }) => body).join('\n')
    const { name, profile, email } = other.details
    shown.push(...[name, profile, email].filter((detail) => text.includes(detail)))
  }
  expect(shown).toEqual([])
})
