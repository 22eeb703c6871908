import { afterAll, expect, test } from 'vitest'

import { type EventDetails, EventEditSchema } from '#shared/events/schema.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { keysOf } from '#shared/lib/records.ts'
import type { HiddenRsvpList } from '#shared/events/rsvps.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { createReportFixture, type Person } from '#server/testing/fixtures/report-fixture.ts'

const fixture = await createReportFixture()
afterAll(() => fixture.close())

const notificationsOf = async ({ call }: Person) => {
  await fixture.services.notifications.notifications.idle()
  return (await call('GET', '/api/notifications')).json<{ items: Notification[] }>().items
}

test('visitors see neither a hidden event nor a hidden cover', async () => {
  const content = await fixture.newContent()
  const statuses = () =>
    Promise.all(
      [`/api/public-events/${content.event}`, `/images/${content.cover}`].map(
        async (url) => (await fixture.visitor('GET', url)).statusCode,
      ),
    )
  expect(await statuses()).toEqual([200, 200])
  const { id } = await fixture.report(content.reporter, 'event', content.event)
  await fixture.decide(id, 'hide')
  expect(await statuses()).toEqual([404, 401])
})

test('a member with a seat at a hidden event can give it up without seeing the event', async () => {
  const { mark, owner, reporter, event } = await fixture.newContent()
  const stranger = await fixture.newMember('Sam Stranger')
  const hiddenRsvps = async ({ call }: Person) => {
    const answer = await call('GET', '/api/events/hidden-rsvps')
    expect(answer.body).not.toContain(mark)
    return answer.json<HiddenRsvpList>().items
  }
  expect(await hiddenRsvps(reporter)).toEqual([])
  await fixture.decide((await fixture.report(reporter, 'event', event)).id, 'hide')
  expect(await hiddenRsvps(reporter)).toEqual([
    { event, startsAt: expect.any(String), mine: { state: 'going', guests: 0 } },
  ])
  for (const person of [owner, stranger]) expect(await hiddenRsvps(person)).toEqual([])

  const leave = ({ call }: Person) =>
    call('PUT', `/api/events/${event}/rsvp`, { body: { state: 'declined', guests: 0 } })
  expect((await leave(stranger)).json()).toMatchObject({ code: 'event_not_found' })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect((await leave(reporter)).json()).toMatchObject({ mine: { state: 'declined' }, seats: { going: 0 } })
  }
  expect(await hiddenRsvps(reporter)).toEqual([])
})

async function restore(report: string) {
  const headers = { 'if-match': '"2"' }
  const answer = await fixture.admin.call('POST', `/api/admin/reports/${report}/restoration`, { headers })
  expect(answer.statusCode).toBe(204)
}

test.for<[string, string, (event: EventDetails) => object]>([
  ['moved', 'eventChanged', ({ startsAt }) => ({ startsAt: isoInstant(Date.parse(startsAt) + HOUR) })],
  ['cancelled', 'eventCancelled', () => ({})],
])(
  'attendees of an event that was %s while it was hidden are notified once it is shown',
  async ([what, topic, change]) => {
    const { owner, reporter, event } = await fixture.newContent()
    const { id } = await fixture.report(reporter, 'event', event)
    await fixture.decide(id, 'hide')
    const path = `/api/events/${event}`
    const seen = (await owner.call('GET', path)).json<EventDetails>()
    const fields = keysOf(EventEditSchema.properties)
    const edit = Object.fromEntries(fields.map((field) => [field, seen[field]]))
    const body = { ...edit, hosts: [owner.uid], ...change(seen) }
    const answer =
      what === 'moved'
        ? await owner.call('PUT', path, { body, headers: { 'if-match': `"${seen.version}"` } })
        : await owner.call('POST', `${path}/cancel`, { body: { reason: 'The hall is closed' } })
    expect(answer.json()).toMatchObject({ id: event })
    const news = async () => (await notificationsOf(reporter)).filter((each) => each.topic === topic)
    expect(await news()).toEqual([])
    await restore(id)
    expect(await news()).toHaveLength(1)
  },
)

test('an event that is shown again unchanged notifies no one', async () => {
  const { reporter, event } = await fixture.newContent()
  const { id } = await fixture.report(reporter, 'event', event)
  await fixture.decide(id, 'hide')
  await restore(id)
  expect((await reporter.call('GET', `/api/events/${event}`)).statusCode).toBe(200)
  expect((await notificationsOf(reporter)).filter(({ topic }) => topic.startsWith('event'))).toEqual([])
})

test('no one can answer a hidden event, and its organisers cannot send announcements', async () => {
  const { owner, reporter, event } = await fixture.newContent()
  await fixture.decide((await fixture.report(reporter, 'event', event)).id, 'hide')
  const rsvp = await reporter.call('PUT', `/api/events/${event}/rsvp`, {
    body: { state: 'going', guests: 0 },
  })
  expect(rsvp.json()).toMatchObject({ code: 'event_not_found' })
  const send = owner.call('POST', `/api/events/${event}/announcements`, { body: { text: 'Hello' } })
  expect((await send).json()).toMatchObject({ code: 'event_hidden' })
})

test('a copy of an event does not contain what an admin has hidden', async () => {
  const { owner, reporter, event, cover } = await fixture.newContent()
  const duplicate = () =>
    owner.call('POST', `/api/events/${event}/duplicate`, { body: { startsAt: '2031-05-01T10:00:00Z' } })
  const coverOf = async (id: string) =>
    (await owner.call('GET', `/api/events/${id}`)).json<{ cover?: string }>().cover
  const idOf = async () => (await duplicate()).json<{ ids: string[] }>().ids[0]!
  expect(await coverOf(await idOf())).toBe(cover)
  await fixture.decide((await fixture.report(reporter, 'cover', event)).id, 'hide')
  expect(await coverOf(await idOf())).toBeUndefined()

  await fixture.decide((await fixture.report(reporter, 'event', event)).id, 'hide')
  expect((await duplicate()).json()).toMatchObject({ code: 'event_hidden' })
})

test('a new photo in place of a hidden one is shown', async () => {
  const { owner, reporter } = await fixture.newContent()
  await fixture.decide((await fixture.report(reporter, 'photo', owner.uid)).id, 'hide')
  const photo = await fixture.upload(owner, 'photo')
  await fixture.editProfile(owner, { photo })
  const seen = (await reporter.call('GET', `/api/members/${owner.uid}`)).json()
  expect(seen).toMatchObject({ photo })
})

test('a hidden member’s name is shown only to that member', async () => {
  const { owner, reporter, event } = await fixture.newContent()
  await fixture.decide((await fixture.report(reporter, 'profile', owner.uid)).id, 'hide')
  const hosts = async ({ call }: Person) =>
    (await call('GET', `/api/events/${event}`)).json<{ hosts: { displayName: string }[] }>().hosts
  expect(await hosts(reporter)).toMatchObject([{ displayName: 'Hidden member' }])
  expect(await hosts(owner)).toMatchObject([{ displayName: 'Olga Owner' }])
})

test('a warning stays unread and open until its receiver acknowledges it', async () => {
  const { owner, reporter } = await fixture.newContent()
  const { id } = await fixture.report(reporter, 'profile', owner.uid)
  await fixture.decide(id, 'warn')
  const unreadWarning = async () =>
    (await notificationsOf(owner)).some(({ topic, unread }) => topic === 'warning' && unread)
  await owner.call('POST', '/api/notifications/read', { body: {} })
  expect(await unreadWarning()).toBe(true)
  const acknowledge = (person: Person) =>
    person.call('POST', `/api/moderation/warnings/${id}/acknowledgement`)
  expect((await acknowledge(reporter)).statusCode).toBe(404)
  for (const attempt of [1, 2]) expect((await acknowledge(owner)).statusCode, `${attempt}`).toBe(204)
  expect(await unreadWarning()).toBe(false)
  expect((await fixture.details(id)).decision).toHaveProperty('acknowledgedAt')
})
