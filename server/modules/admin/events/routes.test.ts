import { afterAll, expect, test } from 'vitest'

import type { AdminEventPage, AdminEventRow } from '#shared/admin/events.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

type Person = Pick<OrganiserFixture['ada'], 'call'>

const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())

const URL = '/api/admin/events'
async function found(query: string) {
  const answer = await fixture.admin.call('GET', `${URL}?${query}`)
  return answer.json<AdminEventPage>()
}
const titles = async (query: string) => (await found(query)).items.map(({ title }) => title)
const reassign = async (who: Person, { id }: EventDocument, organiser: string, version = 1) => {
  const headers = { 'if-match': `"${version}"` }
  const answer = await who.call('PUT', `${URL}/${id}/organiser`, { body: { organiser }, headers })
  return answer.json<{ code?: string; version?: number }>()
}
async function notified(who: Person, { id }: EventDocument) {
  await fixture.services.notifications.notifications.idle()
  const { items } = (await who.call('GET', '/api/notifications')).json<{ items: Notification[] }>()
  return items.filter(({ subject }) => subject.id === id).map(({ text }) => text)
}

test('all events are found by text, state, time, organiser and the lack of one', async () => {
  const { organiser, rival } = fixture
  const hidden = { event: { reason: 'Spam', at: inHours(-1) } }
  await fixture.putEvent({ title: 'Zebra draft', status: 'draft', startsAt: inHours(1) })
  await fixture.putEvent({ title: 'Zebra hidden', hidden, startsAt: inHours(2) }, [fixture.ada.uid])
  await fixture.putEvent({ title: 'Zebra past', status: 'completed', startsAt: inHours(-30) })
  await fixture.putEvent({ title: 'Zebra of nobody', createdBy: 'left', startsAt: inHours(3), capacity: 5 })
  await fixture.putEvent({
    title: 'Zebra of a host',
    createdBy: 'left',
    hosts: [rival.uid],
    startsAt: inHours(4),
  })
  expect(await titles('q=zebra')).toEqual([
    'Zebra of a host',
    'Zebra of nobody',
    'Zebra hidden',
    'Zebra draft',
    'Zebra past',
  ])
  expect(await titles('q=zebra&state=draft')).toEqual(['Zebra draft'])
  expect(await titles('q=zebra&state=hidden')).toEqual(['Zebra hidden'])
  expect(await titles('q=zebra&time=past')).toEqual(['Zebra past'])
  expect(await titles(`q=zebra&organiser=${rival.uid}`)).toEqual(['Zebra of a host'])
  expect(await titles('q=zebra&organised=none')).toEqual(['Zebra of nobody'])
  const { items, total } = await found('q=zebra+nobody')
  expect([total, items[0]]).toMatchObject([
    1,
    {
      organiser: { id: 'left', displayName: 'Former member', active: false },
      organised: false,
      capacity: 5,
      going: 0,
    },
  ])
  await fixture.changeMember(organiser.uid, { status: 'suspended' })
  expect(await titles('q=zebra&organised=none&time=coming')).toEqual([
    'Zebra of nobody',
    'Zebra hidden',
    'Zebra draft',
  ])
  await fixture.changeMember(organiser.uid, { status: 'active' })
  expect((await fixture.admin.call('GET', `${URL}?cursor=made-up`)).statusCode).toBe(400)
  expect((await fixture.organiser.call('GET', URL)).statusCode).toBe(403)
})

test('pages of each order continue where the last one ended, with ties and while an event is added', async () => {
  const hours = Array.from({ length: 30 }, (_, at) => at + 1)
  for (const at of hours)
    await fixture.putEvent({
      title: `Yak ${String((at * 7) % 31).padStart(2, '0')}`,
      startsAt: inHours(at),
      // Several events have the same time.
      createdAt: inHours(-1 - (at % 3)),
    })
  const everything = await fixture.admin.call('GET', `${URL}?q=yak`)
  expect(everything.json<AdminEventPage>().total).toBe(30)
  const orders = {
    starts: ({ startsAt }: AdminEventRow) => startsAt,
    created: ({ createdAt }: AdminEventRow) => createdAt,
    title: ({ title }: AdminEventRow) => title,
  }
  for (const [sort, keyOf] of Object.entries(orders)) {
    for (const direction of ['', '-']) {
      const first = await found(`q=yak&sort=${direction}${sort}`)
      const added = await fixture.putEvent({ title: 'Yak 000', startsAt: inHours(0), createdAt: inHours(-9) })
      const second = await found(`q=yak&sort=${direction}${sort}&cursor=${first.next}`)
      await fixture.organiser.call('POST', `/api/events/${added.id}/unpublish`)
      await fixture.organiser.call('DELETE', `/api/events/${added.id}`)
      const all = [...first.items, ...second.items].filter(({ id }) => id !== added.id)
      expect(new Set(all.map(({ id }) => id)).size).toBe(30)
      const keys = all.map(keyOf)
      expect(keys).toEqual(direction ? keys.toSorted().toReversed() : keys.toSorted())
      expect(second.next).toBeUndefined()
    }
  }
  const { next } = await found('q=yak&sort=title')
  expect((await fixture.admin.call('GET', `${URL}?q=yak&sort=starts&cursor=${next}`)).statusCode).toBe(400)
})

test('a new organiser that an admin chooses manages the event, the former one does not, and both are notified', async () => {
  const { ada, admin, organiser, rival } = fixture
  const event = await fixture.putEvent({ hosts: [organiser.uid] })
  const roster = async (who: Person) => (await who.call('GET', `/api/events/${event.id}/roster`)).statusCode
  expect((await reassign(organiser, event, rival.uid)).code).toBe('role_required')
  expect((await reassign(admin, event, ada.uid)).code).toBe('invalid_input')
  expect((await reassign(admin, event, 'nobody')).code).toBe('invalid_input')
  expect((await reassign(admin, event, rival.uid, 7)).code).toBe('stale_version')
  expect([await roster(organiser), await roster(rival)]).toEqual([200, 403])
  expect(await reassign(admin, event, rival.uid)).toEqual({ version: 2, organiser: rival.uid })
  expect(await reassign(admin, event, rival.uid)).toEqual({ version: 2, organiser: rival.uid })
  expect([await roster(organiser), await roster(rival)]).toEqual([403, 200])
  const seen = (await ada.call('GET', `/api/events/${event.id}`)).json<EventDetails>()
  expect(seen.hosts.map(({ displayName }) => displayName)).toEqual(['Rita'])
  expect(await notified(rival, event)).toEqual([`You’re now the organiser of ${event.title}.`])
  expect(await notified(organiser, event)).toEqual([`An admin chose another organiser for ${event.title}.`])
  const about = await fixture.store.find(auditEntries, {
    where: { target: event.id },
    orderBy: 'at',
    limit: 9,
  })
  expect(about.items).toMatchObject([
    {
      action: 'event.organiser_changed',
      actor: admin.uid,
      before: { organiser: organiser.uid },
      after: { organiser: rival.uid },
    },
  ])
})

test('a command on another organiser’s event is audited as an admin’s, and the organiser’s own is not', async () => {
  const { ada, admin, organiser } = fixture
  const event = await fixture.putEvent({}, [ada.uid])
  const act = (who: Person, path: string, body: object) =>
    who.call('POST', `/api/events/${event.id}/${path}`, { body })
  for (const who of [organiser, admin]) {
    const statuses = [
      await act(who, 'announcements', { text: 'Doors open at 7' }),
      await act(who, 'check-ins', { items: [{ memberId: ada.uid, at: inHours(0) }] }),
      await act(who, 'cancel', { reason: 'The hall burnt down' }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(who === organiser ? [201, 200, 200] : [201, 409, 200])
  }
  const other = await fixture.putEvent()
  await admin.call('POST', `/api/events/${other.id}/cancel`, { body: { reason: 'The hall burnt down' } })
  const actionsOn = async ({ id }: EventDocument) => {
    const { items } = await fixture.store.find(auditEntries, {
      where: { target: id },
      orderBy: 'at',
      limit: 9,
    })
    return items.map(({ action }) => action)
  }
  expect(await actionsOn(event)).toEqual(['event.cancelled', 'event.announcement_sent_by_admin'])
  expect(await actionsOn(other)).toEqual(['event.cancelled_by_admin'])
})

test('an admin’s look at drafts of others is recorded once a visit, and in their own data', async () => {
  const { admin, rival } = fixture
  const viewsOf = async ({ call }: Person) =>
    (await call('GET', '/api/account/admin-views'))
      .json<{ items: { of: string }[] }>()
      .items.flatMap(({ of }) => (of === 'draft' ? of : []))
  await fixture.putEvent({ title: 'Quagga', createdBy: rival.uid })
  await found('q=quagga')
  expect(await viewsOf(rival)).toEqual([])
  const draft = await fixture.putEvent({ title: 'Quagga draft', status: 'draft', createdBy: rival.uid })
  await found('q=quagga')
  await admin.call('GET', `/api/events/${draft.id}`)
  expect(await viewsOf(rival)).toEqual(['draft'])
  fixture.advance(HOUR)
  await admin.call('GET', `/api/events/${draft.id}`)
  await rival.call('GET', `/api/events/${draft.id}`)
  expect(await viewsOf(rival)).toEqual(['draft', 'draft'])
})

test('active organisers are found by name or email', async () => {
  const { organiser, rival } = fixture
  const names = async (q: string) => {
    const answer = await fixture.admin.call('GET', `${URL}/organisers?q=${q}`)
    return answer.json<{ items: { displayName: string }[] }>().items.map(({ displayName }) => displayName)
  }
  expect(await names('ri')).toEqual(['Rita'])
  expect(await names(rival.email)).toEqual(['Rita'])
  expect(await names('ada')).toEqual([])
  await fixture.changeMember(organiser.uid, { status: 'suspended' })
  expect(await names('ol')).toEqual([])
  await fixture.changeMember(organiser.uid, { status: 'active' })
})
