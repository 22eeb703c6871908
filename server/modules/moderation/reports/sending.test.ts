import { afterAll, describe, expect, test } from 'vitest'

import { REPORT_KINDS, REPORT_LIMITS } from '#shared/moderation/report-rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { createReportFixture } from '#server/testing/fixtures/report-fixture.ts'

import type { ExportedReports } from './service.ts'

const fixture = await createReportFixture()
afterAll(() => fixture.close())

describe('a member', () => {
  test('a member has at most one open report of each subject, and a repeated request changes nothing', async () => {
    const { owner, reporter, subjects } = await fixture.newContent()
    const first = await fixture.report(reporter, 'profile', owner.uid)
    expect(await fixture.report(reporter, 'profile', owner.uid)).toEqual(first)
    const again = await fixture.send(reporter, 'profile', owner.uid, { text: 'Once more' })
    expect(again.json()).toMatchObject({ status: 409, code: 'already_reported' })
    expect((await fixture.send(reporter, 'event', subjects.event)).statusCode).toBe(201)
    await fixture.decide(first.id, 'dismiss')
    expect((await fixture.send(reporter, 'profile', owner.uid)).statusCode).toBe(201)
  })

  test('a member who reports twenty times at once sends one report', async () => {
    const { owner, reporter } = await fixture.newContent()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fixture.send(reporter, 'profile', owner.uid)),
    )
    const ids = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json().id)
    expect(new Set(ids).size).toBe(1)
  })

  test('a member cannot report their own content', async () => {
    const { owner, subjects } = await fixture.newContent()
    for (const kind of ['profile', 'photo', 'event', 'cover', 'announcement'] as const)
      expect((await fixture.send(owner, kind, subjects[kind])).json()).toMatchObject({ code: 'own_content' })
    // Only the recipient of a request sees its note.
    expect((await fixture.send(owner, 'note', subjects.note)).statusCode).toBe(404)
  })

  test('a member describes the problem if no reason matches', async () => {
    const { owner, reporter } = await fixture.newContent()
    const answer = await fixture.send(reporter, 'profile', owner.uid, { reason: 'other', text: ' ' })
    expect(answer.json()).toMatchObject({ status: 400, fields: { text: 'Describe what’s wrong.' } })
  })

  test('a member can write at most 1,000 characters', async () => {
    const { owner, reporter } = await fixture.newContent()
    const write = (length: number) =>
      fixture.send(reporter, 'profile', owner.uid, { text: 'é'.repeat(length) })
    expect((await write(1_001)).statusCode).toBe(400)
    expect((await write(1_000)).statusCode).toBe(201)
  })
})

describe('invisible content', () => {
  test('invisible content cannot be reported: content for others, after a block, of a suspended member, and unknown ids', async () => {
    const { owner, reporter, subjects } = await fixture.newContent()
    const stranger = await fixture.newMember('Sam')
    const codes = async (person: typeof reporter) =>
      Promise.all(
        REPORT_KINDS.map(async (kind) => (await fixture.send(person, kind, subjects[kind])).statusCode),
      )
    expect(await codes(stranger)).toEqual([201, 201, 201, 201, 404, 201, 404])

    const blocked = await fixture.newMember('Bo')
    await owner.call('PUT', `/api/blocks/${blocked.uid}`)
    expect((await codes(blocked)).slice(0, 2)).toEqual([404, 404])
    expect((await fixture.send(blocked, 'post', subjects.post)).statusCode).toBe(404)
    await setStatus(fixture.store, owner.uid, 'suspended')
    expect((await codes(reporter)).slice(0, 2)).toEqual([404, 404])
    for (const kind of REPORT_KINDS) {
      const unknown = await fixture.send(reporter, kind, 'nothing')
      expect(`${kind} ${unknown.statusCode}`).toBe(`${kind} 404`)
    }
  })

  test('the queue is not shown to members, because it is for admins', async () => {
    const { reporter, owner } = await fixture.newContent()
    const { id } = await fixture.report(reporter, 'profile', owner.uid)
    for (const url of ['/api/admin/reports', `/api/admin/reports/${id}`, `/api/admin/reports/${id}/picture`])
      expect((await owner.call('GET', url)).statusCode).toBe(403)
    expect((await fixture.decide(id, 'dismiss', { by: owner })).statusCode).toBe(403)
  })
})

describe('account data', () => {
  test('a member downloads their reports', async () => {
    const { owner, reporter } = await fixture.newContent()
    await fixture.report(reporter, 'profile', owner.uid)
    const { reports } = (await reporter.call('POST', '/api/account/export')).json<{
      reports: ExportedReports
    }>()
    expect(reports).toMatchObject([{ kind: 'profile', reason: 'harassment', text: 'It is rude' }])
  })

  test('a report remains after both accounts are deleted, without the reporter’s name and personal content', async () => {
    const { owner, reporter } = await fixture.newContent()
    const { id } = await fixture.report(reporter, 'profile', owner.uid)
    await fixture.services.moderation.reports.forget(reporter.uid)
    expect(await fixture.details(id)).not.toHaveProperty('reporter')
    await fixture.services.moderation.reports.forget(owner.uid)
    expect((await fixture.details(id)).was).toEqual({ texts: [] })
    expect((await fixture.admin.call('GET', `/api/admin/reports/${id}/picture`)).statusCode).toBe(404)
    expect((await fixture.decide(id, 'dismiss')).statusCode).toBe(204)
  })
})

test('the queue lists open reports, the longest waiting first, and decided ones apart', async () => {
  const { owner, reporter, subjects } = await fixture.newContent()
  const first = await fixture.report(reporter, 'profile', owner.uid)
  fixture.advance(1_000)
  const second = await fixture.report(reporter, 'event', subjects.event)
  const ids = async (state: string) => {
    const found: string[] = []
    let cursor: string | undefined = ''
    do {
      const url: string = `/api/admin/reports?state=${state}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const page = (await fixture.admin.call('GET', url)).json<{ items: { id: string }[]; next?: string }>()
      found.push(...page.items.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    return found
  }
  const open = await ids('open')
  expect(open.indexOf(first.id)).toBeLessThan(open.indexOf(second.id))
  await fixture.decide(first.id, 'dismiss')
  expect(await ids('open')).not.toContain(first.id)
  expect((await ids('decided'))[0]).toBe(first.id)
  const details = await fixture.details(second.id)
  expect(details.aboutOwner.map(({ id }) => id)).toEqual([first.id])
  expect(details.byReporter.map(({ id }) => id)).toEqual([first.id])
})

// This test is last: after a day, no new person can sign in.
test('a member sends ten reports in 24 hours', async () => {
  const reporter = await fixture.newMember('Rita')
  for (let count = 0; count < REPORT_LIMITS.perDay; count++) {
    const id = `event-${count}`
    await fixture.store.transact(async (tx) => putSeated(tx, eventDocument(id), []))
    expect((await fixture.send(reporter, 'event', id)).statusCode).toBe(201)
  }
  const other = await fixture.newMember('One more')
  const refused = await fixture.send(reporter, 'profile', other.uid)
  expect(refused.json()).toMatchObject({ status: 429, code: 'report_limit' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
  fixture.advance(DAY)
  expect((await fixture.send(reporter, 'profile', other.uid)).statusCode).toBe(201)
})
