import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import { INDUSTRIES } from '#shared/community/industries.ts'
import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import type { Settings, SettingsOf } from '#shared/community/settings.ts'
import { members } from '#server/modules/people/members/collection.ts'
import type { MemberDocument } from '#server/modules/people/members/collection.ts'
import { startTestApp } from '#server/testing/app.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'
import { partOf } from '#server/tools/part-of.ts'

import { industryMoves } from './collection.ts'

type Value = SettingsOf<'industries'>
const ADMIN = `${randomUUID()}@guildhall.test`
const URL = '/api/admin/settings/industries'
const MANY = 250

const listed = (at: number): MemberDocument => ({
  ...(bulkMember(at, Date.now()) as MemberDocument),
  status: 'active',
  directoryHidden: false,
  visibility: DEFAULT_VISIBILITY,
})

const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
const admin = await started.member({ email: ADMIN })
afterAll(() => started.close())

const current = async () => (await admin.call('GET', URL)).json<Settings<'industries'>>()
async function save(value: Omit<Value, 'words'>) {
  const { version } = await current()
  return admin.call('PUT', URL, { body: { words: [], ...value }, headers: { 'if-match': `"${version}"` } })
}
const names = async () => (await current()).value.names
const without = async (...left: string[]) => (await names()).filter((name) => !left.includes(name))
const industryOf = async (id: string) => (await started.store.get(members, id))?.industry
const runJob = () => started.services.jobs.find(({ name }) => name === 'industry moves')!.run()

async function memberIn(industry: string) {
  const member = await started.member()
  const { version } = (await member.call('GET', '/api/me')).json<{ version: number }>()
  const answer = await member.call('PUT', '/api/me', {
    body: { ...profileEdit, industry },
    headers: { 'if-match': `"${version}"` },
  })
  expect(answer.statusCode).toBe(200)
  await member.call('POST', '/api/me/onboarded')
  return member
}

test('a renamed industry takes all its members along, in batches, and the directory finds them by the new name', async () => {
  const ada = await memberIn('Law')
  await started.store.transact(async (tx) => {
    for (let at = 0; at < MANY; at += 1) {
      tx.put(members, { ...listed(at), industry: 'Law' })
    }
  })
  const list = [...(await without('Law')), 'Legal services']
  expect((await save({ names: list, moves: [{ from: 'Law', to: 'Legal services' }] })).statusCode).toBe(200)
  await runJob()
  expect(await industryOf(ada.uid)).toBe('Legal services')
  expect(await started.store.count(members, { where: { industry: 'Law' } })).toBe(0)
  expect(await started.store.count(members, { where: { industry: 'Legal services' } })).toBe(MANY + 1)
  const found = await admin.call('GET', '/api/directory?industry=Legal%20services')
  expect(found.json()).toMatchObject({ total: MANY + 1 })
})

test('an industry is removed only with another one for its members', async () => {
  const grace = await memberIn('Property')
  const list = await without('Property')
  const refused = await save({ names: list, moves: [] })
  expect(refused.json()).toMatchObject({
    status: 400,
    fields: { moves: 'Choose which industry members of “Property” get.' },
  })
  for (const to of ['Property', 'Piracy']) {
    expect((await save({ names: list, moves: [{ from: 'Property', to }] })).statusCode).toBe(400)
  }
  await save({ names: list, moves: [{ from: 'Property', to: '' }] })
  await runJob()
  expect(await industryOf(grace.uid)).toBe('')
})

test('a second change of industries also applies to members who have not been moved yet', async () => {
  const lin = await memberIn('Energy and environment')
  const { store } = started
  const put = (from: string, to: string) =>
    store.transact(async (tx) =>
      tx.put(industryMoves, { id: 'interrupted', from, to, startedAt: new Date().toISOString() }),
    )
  // The state after an interrupted process: the list is changed, the members are not.
  const once = [...(await without('Energy and environment')), 'Energy']
  await save({ names: once, moves: [{ from: 'Energy and environment', to: 'Energy' }] })
  await store.transact(async (tx) =>
    tx.put(
      members,
      partOf<MemberDocument>({
        ...(await tx.get(members, lin.uid))!,
        industry: 'Energy and environment',
      }),
    ),
  )
  await put('Energy and environment', 'Energy')
  await save({ names: [...(await without('Energy')), 'Climate'], moves: [{ from: 'Energy', to: 'Climate' }] })
  await runJob()
  expect(await industryOf(lin.uid)).toBe('Climate')
})

test('a move of members ends once no replica accepts the old industry', async () => {
  expect(await started.store.count(industryMoves, {})).toBeGreaterThan(0)
  started.advance(11_000)
  await runJob()
  expect(await started.store.count(industryMoves, {})).toBe(0)
})

test('a member can choose only listed industries, but keeps an unlisted one', async () => {
  const member = await memberIn('Climate')
  const { version } = (await member.call('GET', '/api/me')).json<{ version: number }>()
  const edit = (industry: string) =>
    member.call('PUT', '/api/me', {
      body: { ...profileEdit, industry },
      headers: { 'if-match': `"${version}"` },
    })
  expect((await edit('Law')).json()).toMatchObject({
    status: 400,
    fields: { industry: 'Choose an industry from the list.' },
  })
  expect((await edit('Climate')).statusCode).toBe(200)
  expect(INDUSTRIES).not.toContain('Climate')
})
