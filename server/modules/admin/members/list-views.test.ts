import { randomUUID } from 'node:crypto'

import { afterAll, expect, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
const ADMIN = `${randomUUID()}@guildhall.test`

const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
const admin = await started.member({ email: ADMIN })
const person = await started.member()
afterAll(() => started.close())

async function ownViews({ call }: Person) {
  const answer = await call('GET', '/api/account/admin-views')
  return answer.json<{ items: { of: string }[] }>().items.map(({ of }) => of)
}
const look = (query = '') => admin.call('GET', `/api/admin/members${query}`)

test('an admin’s look at email addresses is recorded once a day in the export of everyone who was then a member', async () => {
  for (let times = 0; times < 2; times += 1) await Promise.all([look(), look(), look('?q=ada')])
  await admin.call('GET', '/api/admin/events/organisers?q=ada')
  await admin.call('GET', '/api/admin/members/export.csv')
  expect((await ownViews(person)).toSorted()).toEqual(['download', 'list', 'search'])
  expect(await ownViews(admin)).toEqual([])
  const own = (await person.call('POST', '/api/account/export')).json<{ auditLog: { action: string }[] }>()
  const actions = ['members.listed_by_admin', 'members.searched_by_admin', 'members.exported']
  expect(own.auditLog.map(({ action }) => action)).toEqual(expect.arrayContaining(actions))

  started.advance(MINUTE)
  const newcomer = await started.member()
  expect(await ownViews(newcomer)).toEqual([])
  started.advance(DAY)
  await look()
  expect(await ownViews(newcomer)).toEqual(['list'])
  expect((await ownViews(person)).filter((of) => of === 'list')).toHaveLength(2)
})
