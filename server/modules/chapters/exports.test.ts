import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Chapter } from '#shared/chapters/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

import { chapterExports } from './exports/collection.ts'

let fixture: OrganiserFixture
type Person = OrganiserFixture['ada']
let [lead, otherLead, member, shy, close]: Person[] = []

beforeAll(async () => {
  fixture = await startOrganiserFixture({ liftRateLimits: true })
  ;[lead, otherLead, member, shy, close] = await Promise.all(
    Array.from({ length: 5 }, () => fixture.member()),
  )
  await fixture.changeMember(member!.uid, { displayName: '=Mia', company: 'Blau GmbH' })
  await fixture.changeMember(shy!.uid, { displayName: 'Shy' })
  const { visibility } = (await fixture.store.get(members, close!.uid))!
  await fixture.changeMember(close!.uid, {
    company: 'Friend & Co.',
    visibility: { ...visibility, company: 'connections' },
  })
  await fixture.store.transact(async (tx) => {
    const [at, requester, receiver] = ['2026-02-01T00:00:00.000Z', lead!.uid, close!.uid]
    tx.put(connections, {
      id: connectionIdOf(requester, receiver),
      members: [requester, receiver].toSorted(),
      requester,
      receiver,
      requestedAt: at,
      note: '',
      state: 'accepted',
      changedAt: at,
      changedBy: receiver,
      unanswered: false,
    })
    for (const slug of ['berlin', 'bonn']) putChapter(tx, chapterDocument(slug))
    const put = (slug: string, { uid }: Person, role: 'lead' | 'member') =>
      putChapterMembership(tx, slug, uid, { kind: 'home', role, state: 'active' })
    put('berlin', lead!, 'lead')
    put('berlin', member!, 'member')
    put('berlin', shy!, 'member')
    put('berlin', close!, 'member')
    put('bonn', otherLead!, 'lead')
  })
  await fixture.services.chapters.start()
  await shy!.call('PUT', `/api/blocks/${lead!.uid}`)
})
afterAll(() => fixture.close())

const download = (person: Person, slug = 'berlin') =>
  person.call('POST', `/api/chapters/${slug}/people/export`)
const allow = (allowed: boolean, version: number) =>
  fixture.admin.call('PUT', '/api/admin/settings/chapterExports', {
    body: { allowed },
    headers: { 'if-match': `"${version}"` },
  })
const isShown = async (person: Person) =>
  (await person.call('GET', '/api/chapters/berlin')).json<Chapter>().isExportable
const ownFiles = async (person: Person) =>
  (await person.call('POST', '/api/account/export')).json<{ chapterExports: { chapter: string }[] }>()
    .chapterExports

test('leads download the people of their own chapter only while the organisation allows it', async () => {
  expect([(await download(lead!)).statusCode, await isShown(lead!)]).toEqual([403, undefined])
  expect((await allow(true, 0)).statusCode).toBe(200)
  expect([await isShown(lead!), await isShown(member!)]).toEqual([true, undefined])
  const answer = await download(lead!)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  for (const person of [otherLead!, member!, fixture.organiser])
    expect((await download(person)).statusCode).toBe(403)
  expect((await allow(false, 1)).statusCode).toBe(200)
  expect((await download(lead!)).statusCode).toBe(403)
  expect((await allow(true, 2)).statusCode).toBe(200)
})

test('the file has what people show to all members, without addresses and without formulas', async () => {
  const { body } = await download(lead!)
  expect(body).toContain("'=Mia")
  expect(body).toContain('Blau GmbH')
  // Shown to connections, of whom the lead is one.
  expect(body).not.toContain('Friend & Co.')
  expect(body).not.toContain('@')
  // They have blocked the lead.
  expect(body).not.toContain('Shy')
  expect((await download(fixture.admin)).body).toContain('Shy')
})

test('each download is in the audit log and in the data of everyone in the file', async () => {
  const before = [await ownFiles(member!), await ownFiles(shy!)].map((files) => files.length)
  await download(lead!)
  const after = [await ownFiles(member!), await ownFiles(shy!)]
  expect(after.map((files) => files.length)).toEqual([before[0]! + 1, before[1]])
  expect(after[0]!.at(-1)).toMatchObject({ chapter: 'Chapter berlin' })
  const { items } = await fixture.store.find(auditEntries, {
    where: { actor: lead!.uid },
    orderBy: 'at',
    direction: 'desc',
    limit: 1,
  })
  expect(items[0]).toMatchObject({
    action: 'chapter.people_exported',
    target: 'berlin',
    after: { chapter: 'Chapter berlin', members: 3 },
  })
})

test('stored downloads are deleted after a year', async () => {
  await download(lead!)
  const stored = async () => (await fixture.store.find(chapterExports, { orderBy: 'at', limit: 10 })).items
  fixture.advance(364 * DAY)
  const { jobs } = fixture.services.chapters
  const { run } = jobs.find(({ name }) => name === 'downloads of people of chapters')!
  await run()
  expect(await stored()).not.toEqual([])
  fixture.advance(2 * DAY)
  await run()
  expect(await stored()).toEqual([])
})

test('deleting an account removes it from stored downloads', async () => {
  const part = fixture.services.chapters.accountDataParts.find(({ name }) => name === 'chapterExports')!
  await (part.forget as (memberId: string) => Promise<unknown>)(member!.uid)
  const contains = { field: 'members', value: member!.uid }
  const { items } = await fixture.store.find(chapterExports, { contains, orderBy: 'at', limit: 1 })
  expect(items).toEqual([])
})
