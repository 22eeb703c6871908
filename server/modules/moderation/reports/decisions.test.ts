import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AdminTasks } from '#shared/admin/overview.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import {
  REPORT_DECISIONS,
  REPORT_KINDS,
  type ReportDecision,
  type ReportKind,
} from '#shared/moderation/report-rules.ts'
import type { OwnReport, Warning } from '#shared/moderation/reports.ts'
import {
  createReportFixture,
  type Person,
  type ReportFixture,
} from '#server/testing/fixtures/report-fixture.ts'

const fixture = await createReportFixture()
const stranger = await fixture.newMember('Sam Stranger')
afterAll(() => fixture.close())

const MARKS: Record<ReportKind, string> = {
  profile: 'Rude headline',
  photo: '',
  event: 'Rude event',
  cover: '',
  announcement: 'Rude announcement',
  post: 'Rude post',
  note: 'Rude note',
}

type Content = Awaited<ReturnType<ReportFixture['newContent']>>

/** The answers that show the content to a member, in all places. */
async function shown({ call }: Pick<Person, 'call'>, { owner, event, subjects, photo, cover }: Content) {
  const urls = [
    `/api/members/${owner.uid}`,
    '/api/directory',
    '/api/directory?q=rude',
    '/api/events',
    '/api/events?list=mine',
    `/api/events/${event}`,
    `/api/events/${event}/calendar.ics`,
    `/api/events/${event}/announcements`,
    `/api/events/${event}/discussion`,
    '/api/connections?list=received',
    `/api/connections/with/${owner.uid}`,
    '/api/dashboard',
    '/api/notifications',
    '/api/moderation/reports',
    `/api/connections/${subjects.note}`,
  ]
  const answers = await Promise.all(urls.map((url) => call('GET', url)))
  const text = answers.map(({ body }) => body).join('\n')
  const pictures = await Promise.all([photo, cover].map((id) => call('GET', `/images/${id}`)))
  return { text, photo: pictures[0]!.statusCode, cover: pictures[1]!.statusCode }
}

function isShown(kind: ReportKind, seen: Awaited<ReturnType<typeof shown>>, { mark, photo, cover }: Content) {
  if (kind === 'photo') return seen.photo === 200 && seen.text.includes(photo)
  if (kind === 'cover') return seen.cover === 200 && seen.text.includes(cover)
  return seen.text.includes(`${MARKS[kind]} ${mark}`)
}

const notificationsOf = async ({ call }: Person) => {
  await fixture.services.notifications.notifications.idle()
  return (await call('GET', '/api/notifications')).json<{ items: Notification[] }>().items
}

describe.for(REPORT_KINDS.map((kind) => [kind] as const))('a report of a %s', ([kind]) => {
  let content: Content
  beforeAll(async () => {
    content = await fixture.newContent()
  })

  test.for(REPORT_DECISIONS)(
    'the decision %s on a report takes effect, and the reporter is notified',
    async (decision) => {
      const { owner, reporter, subjects } = content
      expect(isShown(kind, await shown(reporter, content), content)).toBe(true)
      const { id } = await fixture.report(reporter, kind, subjects[kind])
      expect((await fixture.decide(id, decision)).statusCode).toBe(204)

      const hidden = decision === 'hide'
      const suspended = decision === 'suspend'
      expect(suspended || isShown(kind, await shown(reporter, content), content)).toBe(!hidden)
      const forStranger = await shown(stranger, content)
      expect(hidden && isShown(kind, forStranger, content)).toBe(false)

      const own = (await reporter.call('GET', '/api/moderation/reports')).json<{ items: OwnReport[] }>()
      const outcome = decision === 'dismiss' ? 'dismissed' : 'actionTaken'
      expect(own.items[0]).toMatchObject({ id, outcome })
      expect((await notificationsOf(reporter)).map(({ topic }) => topic)).toContain('reportDecided')
      await assertTold(owner, decision, id)
      expect(await fixture.details(id)).toMatchObject({ version: 2, decision: { kind: decision } })
      if (hidden) await assertOwnersView(kind, content, id)
    },
  )
})

async function assertTold(owner: Person, decision: ReportDecision, id: string) {
  const me = await owner.call('GET', '/api/me')
  expect(me.json()).toMatchObject(
    decision === 'suspend'
      ? { status: 'suspended', statusReason: 'Against our rules' }
      : { status: 'active' },
  )
  if (decision === 'suspend') return
  const topics = (await notificationsOf(owner)).flatMap(({ topic, subject }) =>
    subject.id === id ? [topic] : [],
  )
  expect(topics.includes('contentHidden')).toBe(decision === 'hide')
  expect(topics.includes('warning')).toBe(decision === 'warn')
  const warnings = (await owner.call('GET', '/api/moderation/warnings')).json<{ items: Warning[] }>().items
  expect(warnings.some((warning) => warning.id === id)).toBe(decision === 'warn')
}

/** The content stays visible to its owner, with the reason, and to admins. Restoring it makes it visible again. */
async function assertOwnersView(kind: ReportKind, content: Content, id: string) {
  const { owner, reporter } = content
  const [me, event, announcements, discussion, sent] = await Promise.all(
    [
      '/api/me',
      `/api/events/${content.event}`,
      `/api/events/${content.event}/announcements`,
      `/api/events/${content.event}/discussion`,
      '/api/connections?list=sent',
    ].map(async (url) => (await owner.call('GET', url)).json()),
  )
  const notice = { reason: 'Against our rules' }
  const expected = {
    profile: [me, { headline: `Rude headline ${content.mark}`, hidden: { profile: notice } }],
    photo: [me, { photo: content.photo, hidden: { photo: notice } }],
    event: [event, { title: `Rude event ${content.mark}`, hidden: { event: notice } }],
    cover: [event, { cover: content.cover, hidden: { cover: notice } }],
    announcement: [announcements, { items: [{ text: `Rude announcement ${content.mark}`, hidden: notice }] }],
    post: [discussion, { items: [{ text: `Rude post ${content.mark}`, hidden: notice }] }],
    note: [sent, { items: [{ relationship: { note: `Rude note ${content.mark}`, noteHidden: notice } }] }],
  }[kind]!
  expect(expected[0]).toMatchObject(expected[1])
  const details = await fixture.details(id)
  expect(details).toMatchObject({ hidden: notice, was: details.now })
  for (const image of [content.photo, content.cover]) {
    expect((await owner.call('GET', `/images/${image}`)).statusCode).toBe(200)
    expect((await fixture.admin.call('GET', `/images/${image}`)).statusCode).toBe(200)
  }

  const restore = (version: number) =>
    fixture.admin.call('POST', `/api/admin/reports/${id}/restoration`, {
      headers: { 'if-match': `"${version}"` },
    })
  expect((await restore(1)).json()).toMatchObject({ status: 412 })
  expect((await restore(2)).statusCode).toBe(204)
  expect((await restore(2)).statusCode).toBe(204)
  expect(isShown(kind, await shown(reporter, content), content)).toBe(true)
}

describe('two admins', () => {
  test('two admins who decide the same report at once do not overwrite each other', async () => {
    const { owner, reporter } = await fixture.newContent()
    for (const [kind, other] of [
      ['hide', 'dismiss'],
      ['suspend', 'dismiss'],
    ] as const) {
      const { id } = await fixture.report(reporter, kind === 'hide' ? 'photo' : 'profile', owner.uid)
      const answers = await Promise.all([
        fixture.decide(id, kind),
        fixture.decide(id, other, { by: fixture.otherAdmin }),
      ])
      const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
      expect(codes).toEqual([204, 409])
      const refused = answers.find(({ statusCode }) => statusCode === 409)!
      expect(refused.json()).toMatchObject({
        code: 'report_decided',
        title: 'Another admin has already decided this report.',
      })
      const { decision } = await fixture.details(id)
      const { status } = (await owner.call('GET', '/api/me')).json<{ status: string }>()
      expect(status === 'suspended').toBe(decision?.kind === 'suspend')
    }
  })

  test('a decision that is repeated after a lost response succeeds, and is recorded once', async () => {
    const { owner, reporter } = await fixture.newContent()
    const { id } = await fixture.report(reporter, 'profile', owner.uid)
    for (const kind of ['suspend', 'suspend']) expect((await fixture.decide(id, kind)).statusCode).toBe(204)
    const { items } = (await fixture.admin.call('GET', `/api/admin/members/${owner.uid}/history`)).json<{
      items: { action: string }[]
    }>()
    const actions = items.map(({ action }) => action)
    expect(actions.filter((action) => action === 'report.member_suspended')).toHaveLength(1)
  })

  test('an admin neither sees nor decides a report about themselves, and is not notified of it', async () => {
    const reporter = await fixture.newMember('Rita')
    const { id } = await fixture.report(reporter, 'profile', fixture.otherAdmin.uid)
    const list = async ({ call }: Person) => (await call('GET', '/api/admin/reports')).body.includes(id)
    const open = async ({ call }: Person) =>
      (await call('GET', '/api/admin/tasks')).json<AdminTasks>().reports
    expect([await list(fixture.admin), await list(fixture.otherAdmin)]).toEqual([true, false])
    expect((await open(fixture.admin)) - (await open(fixture.otherAdmin))).toBe(1)
    for (const path of ['', '/picture'])
      expect((await fixture.otherAdmin.call('GET', `/api/admin/reports/${id}${path}`)).statusCode).toBe(403)
    expect((await fixture.decide(id, 'dismiss', { by: fixture.otherAdmin })).json()).toMatchObject({
      status: 403,
      code: 'own_report',
    })
    const told = async (person: Person) =>
      (await notificationsOf(person)).some(({ subject }) => subject.id === id)
    expect([await told(fixture.admin), await told(fixture.otherAdmin)]).toEqual([true, false])
    const audit = await fixture.otherAdmin.call('GET', '/api/admin/audit')
    expect(audit.body.includes(`"actor":"${reporter.uid}","target":"${fixture.otherAdmin.uid}"`)).toBe(false)
  })
})

test('an admin’s look at a report is in the reported member’s own data, without a name', async () => {
  const { owner, reporter } = await fixture.newContent()
  const { id } = await fixture.report(reporter, 'profile', owner.uid)
  await fixture.details(id)
  await fixture.details(id)
  const { body } = await owner.call('POST', '/api/account/export')
  const { auditLog } = JSON.parse(body) as { auditLog: { action: string }[] }
  const actions = auditLog.map(({ action }) => action)
  expect(actions.filter((action) => action === 'report.viewed_by_admin')).toHaveLength(1)
  expect(JSON.stringify(auditLog)).not.toContain(reporter.uid)
})

test('deleted content cannot be hidden', async () => {
  const { owner, reporter } = await fixture.newContent()
  const { id } = await fixture.report(reporter, 'photo', owner.uid)
  await fixture.editProfile(owner, { photo: '' })
  expect((await fixture.decide(id, 'hide')).json()).toMatchObject({ status: 409, code: 'content_gone' })
  const details = await fixture.details(id)
  expect(details).not.toHaveProperty('now')
  const was = await fixture.admin.call('GET', `/api/admin/reports/${id}/picture`)
  expect([was.statusCode, was.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('the report keeps the content as it was', async () => {
  const { mark, owner, reporter } = await fixture.newContent()
  const { id } = await fixture.report(reporter, 'profile', owner.uid)
  await fixture.editProfile(owner, { headline: 'Kind headline' })
  const { was, now } = await fixture.details(id)
  const headlineOf = (content = was) => content.texts.find(({ name }) => name === 'headline')?.text
  expect([headlineOf(was), headlineOf(now)]).toEqual([`Rude headline ${mark}`, 'Kind headline'])
})

test('a decision other than to dismiss needs a reason', async () => {
  const { owner, reporter } = await fixture.newContent()
  const { id } = await fixture.report(reporter, 'profile', owner.uid)
  for (const kind of ['hide', 'warn', 'suspend'])
    expect((await fixture.decide(id, kind, { note: '  ' })).json()).toMatchObject({
      status: 400,
      fields: { note: 'Enter a reason (at least 3 characters).' },
    })
})

test('a decision other than to suspend has no end', async () => {
  const { owner, reporter } = await fixture.newContent()
  const { id } = await fixture.report(reporter, 'profile', owner.uid)
  const answer = await fixture.decide(id, 'warn', { until: '2099-01-01T00:00:00Z' })
  expect(answer.json()).toMatchObject({ status: 400, fields: { until: expect.any(String) } })
})
