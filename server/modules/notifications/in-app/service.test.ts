import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Notification } from '#shared/notifications/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { createOutbox } from '#server/modules/operations/outbox/service.ts'
import { deliverEverything } from '#server/testing/fixtures/deliveries.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'
import type { PreferenceService } from '#server/modules/notifications/preferences/service.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import { partOf } from '#server/tools/part-of.ts'

import { notifications } from './collection.ts'
import { createDelivery } from './delivery.ts'

const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  for (const who of [fixture.ada, fixture.grace, fixture.rival]) await who.call('POST', READ, { body: {} })
})

const READ = '/api/notifications/read'
type Person = OrganiserFixture['ada']

/** The member's notifications once everything is delivered. */
async function received(who: Person) {
  await fixture.services.notifications.notifications.idle()
  const answer = await who.call('GET', '/api/notifications')
  expect(answer.statusCode).toBe(200)
  return answer.json<Page<Notification>>().items
}
const unread = async (who: Person) => {
  await fixture.services.notifications.notifications.idle()
  return (await who.call('GET', '/api/notifications/unread')).json<{ unread: number }>().unread
}
const record = (more: Partial<DomainEvent> = {}) => {
  const domainEvent: DomainEvent = {
    topic: 'eventChanged',
    subject: { kind: 'event', id: 'breakfast' },
    dedupeKey: 'breakfast 1',
    recipients: [fixture.ada.uid],
    data: { title: 'Breakfast' },
    ...more,
  }
  return fixture.store.transact(async (tx) => fixture.services.operations.outbox.notify(tx, domainEvent))
}

test('a request and its acceptance notify the other, each once', async () => {
  const { ada, grace } = fixture
  const request = (note = '') => ada.call('POST', '/api/connections', { body: { memberId: grace.uid, note } })
  await request()
  await request()
  fixture.advance(1_000)
  await request('Please')
  await request('Please!')
  const [wanted, ...others] = await received(grace)
  expect(others).toEqual([])
  expect(wanted).toMatchObject({
    text: 'Ada wants to connect.',
    actor: { id: ada.uid, displayName: 'Ada' },
    unread: true,
  })
  await grace.call('POST', `/api/connections/${wanted!.subject.id}/accept`)
  await grace.call('POST', `/api/connections/${wanted!.subject.id}/accept`)
  expect((await received(ada)).map(({ text }) => text)).toEqual([
    'Grace accepted your request. You’re connected.',
  ])
})

test('members with an RSVP are notified of a new place, an announcement and the cancellation, in order', async () => {
  const { ada, grace, organiser } = fixture
  const event = await fixture.putEvent({ title: 'Breakfast', startsAt: inHours(30) }, [ada.uid])
  await fixture.putRsvp(event, grace.uid, 'declined')
  const path = `/api/events/${event.id}`
  const details = (await organiser.call('GET', path)).json<{ version: number }>()
  const { title, summary, description, startsAt, endsAt, allDay, timeZone, format, cover, visibility } = event
  const { guestsMax, hosts, tags } = event
  const edit = { title, summary, description, startsAt, endsAt, allDay, timeZone, format, cover, visibility }
  const edited = await organiser.call('PUT', path, {
    body: { ...edit, guestsMax, hosts, tags, venue: { name: 'The barn', address: { city: 'Lisbon' } } },
    headers: { 'if-match': `"${details.version}"` },
  })
  expect(edited.statusCode).toBe(200)
  expect((await received(ada))[0]?.text).toMatch(/^New time or place: Breakfast, .+ time · The barn$/)
  fixture.advance(1_000)
  await organiser.call('POST', `${path}/announcements`, { body: { text: 'Bring\n\nbread' } })
  fixture.advance(1_000)
  await organiser.call('POST', `${path}/cancel`, { body: { reason: 'The river is too high.' } })

  const sent = (await received(ada)).filter(({ subject }) => subject.id === event.id)
  expect(sent.map(({ text }) => text)).toEqual([
    'Breakfast is cancelled. The river is too high.',
    'Breakfast: Bring bread',
  ])
  expect(sent[0]?.subject).toEqual({ kind: 'event', id: event.id })
  expect((await received(grace)).filter(({ subject }) => subject.id === event.id)).toEqual([])
})

test('the notification of a higher tier contains the tier, others of prestige do not', async () => {
  const { ada } = fixture
  const subject = { kind: 'prestige', id: ada.uid } as const
  const { at: earlier } = (await received(ada))[0] ?? { at: '' }
  const changes: NonNullable<DomainEvent['data']>[] = [
    { news: 'tierReached', tier: 'Bronze', points: '54', people: '4' },
    { news: 'tierReached', tier: 'Platinum', points: '54', people: '4' },
    { news: 'tierChanged', tier: 'Bronze' },
  ]
  for (const data of changes) {
    fixture.advance(1_000)
    await record({ topic: 'prestigeChanged', subject, dedupeKey: JSON.stringify(data), data })
  }
  const items = (await received(ada)).filter(({ at }) => at > earlier)
  expect(items.map(({ text, tier }) => [text, tier])).toEqual([
    ['Your tier is now Bronze.', undefined],
    ['You reached Platinum, with 54 points from 4 people.', undefined],
    ['You reached Bronze, with 54 points from 4 people.', 'Bronze'],
  ])
})

test('a notification of an event contains its start, and of an all-day event also its zone', async () => {
  const { ada } = fixture
  const zone = 'Pacific/Auckland'
  const breakfast = await fixture.putEvent({ startsAt: inHours(30) }, [])
  const fair = await fixture.putEvent({ startsAt: inHours(48), allDay: true, timeZone: zone }, [])
  for (const { id } of [breakfast, fair]) await record({ subject: { kind: 'event', id }, dedupeKey: id })
  const starts = new Map((await received(ada)).map((each) => [each.subject.id, each]))
  expect(starts.get(breakfast.id)).toMatchObject({ startsAt: breakfast.startsAt })
  expect(starts.get(breakfast.id)).not.toHaveProperty('dayZone')
  expect(starts.get(fair.id)).toMatchObject({ startsAt: fair.startsAt, dayZone: zone })
})

test('a member who moves up from the waitlist is notified of the seat', async () => {
  const { ada, grace } = fixture
  const event = await fixture.putEvent({ title: 'Supper', startsAt: inHours(50), capacity: 1 }, [])
  const rsvp = (who: Person, state: string) =>
    who.call('PUT', `/api/events/${event.id}/rsvp`, { body: { state, guests: 0 } })
  await rsvp(ada, 'going')
  await rsvp(grace, 'going')
  await rsvp(ada, 'declined')
  expect((await received(grace))[0]?.text).toBe('A seat opened up: you’re going to Supper.')
})

test('a published event is announced to every active member but its suspended ones', async () => {
  const { ada, grace, organiser } = fixture
  await fixture.changeMember(grace.uid, { status: 'suspended' })
  const event = await fixture.putEvent({ title: 'Harvest', status: 'draft', startsAt: inHours(60) })
  expect((await organiser.call('POST', `/api/events/${event.id}/publish`)).statusCode).toBe(200)
  expect((await received(ada))[0]?.text).toBe('New event: Harvest')
  await fixture.changeMember(grace.uid, { status: 'active' })
  expect((await received(grace)).map(({ text }) => text)).not.toContain('New event: Harvest')
})

test('a block hides the other’s notifications from before and after it', async () => {
  const { ada, rival } = fixture
  await rival.call('POST', '/api/connections', { body: { memberId: ada.uid, note: '' } })
  expect(await unread(ada)).toBe(1)
  await ada.call('PUT', `/api/blocks/${rival.uid}`)
  expect(await unread(ada)).toBe(0)
  await record({ topic: 'thanks', dedupeKey: 'after the block', actor: rival.uid, data: { text: 'Thanks' } })
  expect(await unread(ada)).toBe(0)
})

/** Everyone is active, gets everything, and has an RSVP to every event if their id is listed here. */
const deliveryTo = (attendees: readonly string[]) => ({
  logger: { error: () => {} },
  people: partOf<People>({
    members: {
      accountStates: async () => () => 'active',
      activeIds: async () => [],
      adminIds: async () => [],
    },
    blocks: { hiddenFrom: async () => new Set() },
  }),
  chapters: partOf<Chapters>({}),
  events: partOf<Events>({}),
  attendance: partOf<Attendance>({ rsvps: { reader: { respondentIds: async () => attendees } } }),
  conversation: partOf<Conversation>({}),
  preferences: partOf<PreferenceService>({ deliveriesOf: deliverEverything }),
  queueEmails: async () => {},
})

test('a domain event that is recorded again, or delivered by two replicas at once, notifies once', async () => {
  const { ada } = fixture
  const before = (await received(ada)).length
  await record({ dedupeKey: 'twice' })
  await record({ dedupeKey: 'twice' })
  const { store, clock } = fixture
  const other = createDelivery({
    store,
    operations: partOf<Operations>({ outbox: createOutbox({ store, clock }) }),
    ...deliveryTo([]),
  })
  await Promise.all([
    other.deliverDue(),
    fixture.services.notifications.notifications.deliverDue(),
    other.deliverDue(),
  ])
  expect((await received(ada)).length).toBe(before + 1)
})

test('a delivery that a process left half done is completed by another, without repetition', async () => {
  const members = Array.from({ length: 450 }, (_, at) => `m${1_000 + at}`)
  let pages = 0
  const failing = {
    ...fixture.store,
    transact: (work: Parameters<typeof fixture.store.transact>[0]) => {
      // The lease, then two pages of 200.
      pages += 1
      return pages > 3 ? Promise.reject(new Error('the process died')) : fixture.store.transact(work)
    },
  } as typeof fixture.store
  const { clock } = fixture
  const deps = deliveryTo(members)
  const dying = createDelivery({
    ...deps,
    store: failing,
    operations: partOf<Operations>({ outbox: createOutbox({ store: failing, clock }) }),
  })
  const domainEvent = { topic: 'newEvent', dedupeKey: 'half' } as const
  const entry = { topic: 'newEvent', subject: { kind: 'event', id: 'half' }, data: {} } as const
  await fixture.store.transact(async (tx) => {
    tx.put(outbox, {
      ...entry,
      id: joinedId('newEvent', 'half'),
      recipients: 'attendees',
      at: inHours(0),
      deliveredTo: '',
      // The application itself does not touch it.
      leasedUntil: '1971-01-01T00:00:00.000Z',
    })
  })
  await dying.deliverDue()
  const delivered = async () =>
    (
      await Promise.all(
        members.map((member) => fixture.store.count(notifications, { where: { member, unread: true } })),
      )
    ).reduce((sum, count) => sum + count, 0)
  expect(await delivered()).toBe(400)
  const entries = createOutbox({ store: fixture.store, clock })
  const healthy = createDelivery({
    ...deps,
    store: fixture.store,
    operations: partOf<Operations>({ outbox: entries }),
  })
  expect(await entries.progressOf(domainEvent)).toEqual({ reached: 400, left: 50 })
  await healthy.deliverDue()
  expect(await delivered()).toBe(400)
  fixture.advance(31_000)
  await healthy.deliverDue()
  expect(await delivered()).toBe(450)
  expect(await entries.progressOf(domainEvent)).toBeUndefined()
})

test('another process delivers the notifications of a process that ended, once its lease has ended', async () => {
  const { store, clock, ada } = fixture
  const ended = createOutbox({ store, clock })
  const domainEvent = {
    topic: 'eventChanged',
    subject: { kind: 'event', id: 'supper' },
    dedupeKey: 'recorded by a process that ended',
    recipients: [ada.uid],
    data: { title: 'Supper' },
  } as const
  await store.transact(async (tx) => ended.notify(tx, domainEvent))
  const { notifications: own } = fixture.services.notifications
  await own.deliverDue()
  expect(await unread(ada)).toBe(0)
  fixture.advance(31_000)
  await own.deliverDue()
  expect(await unread(ada)).toBe(1)
})

test('marking a subject, or everything, as read affects the member’s own notifications only', async () => {
  const { ada, grace } = fixture
  for (const id of ['one', 'two']) {
    await record({ subject: { kind: 'event', id }, dedupeKey: `read ${id}` })
  }
  expect(await unread(ada)).toBe(2)
  await ada.call('POST', READ, { body: { subject: { kind: 'event', id: 'one' } } })
  expect(await unread(ada)).toBe(1)
  await grace.call('POST', READ, { body: {} })
  expect(await unread(ada)).toBe(1)
  expect((await ada.call('POST', READ, { body: {} })).statusCode).toBe(204)
  expect(await unread(ada)).toBe(0)
})
