import { afterAll, expect, test } from 'vitest'

import type { Desk, EventFigures, EventNumbers } from '#shared/programme/desk/schema.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())

type Person = Pick<OrganiserFixture['ada'], 'call'>

const get = async <T>(who: Person, path: string) => (await who.call('GET', `/api/events/${path}`)).json<T>()
const past = (days: number) => ({ startsAt: inHours(-24 * days), endsAt: inHours(-24 * days + 2) })

test('the numbers of an event have its page views and RSVPs by day, without its organisers', async () => {
  const { ada, grace, organiser, rival, services } = fixture
  const event = await fixture.putEvent({ visibility: 'public', startsAt: inHours(99) })
  await fixture.putRsvp(event, ada.uid, 'going', { answeredAt: '2026-01-02T23:59:59.000Z' })
  await fixture.putRsvp(event, 'nobody-1', 'maybe', { answeredAt: '2026-01-03T00:00:00.000Z' })
  await fixture.putRsvp(event, 'nobody-2', 'waitlisted', { answeredAt: '2026-01-03T10:00:00.000Z' })
  await fixture.putRsvp(event, 'nobody-3', 'offered', {
    answeredAt: '2026-01-03T11:00:00.000Z',
    offerUntil: inHours(-1),
  })
  for (const who of [ada, ada, grace, organiser, rival]) await get(who, event.id)
  services.programme.pageViews.countVisitor(event.id)
  await services.programme.pageViews.writeWaiting()
  const { days, going, checkedIn } = await get<EventNumbers>(organiser, `${event.id}/numbers`)
  const nothing = { members: 0, visitors: 0, going: 0, maybe: 0, waiting: 0, declined: 0 }
  const today = new Date(Date.now() + 60_000).toISOString().slice(0, 10)
  expect(days).toEqual([
    { ...nothing, day: '2026-01-02', going: 1 },
    { ...nothing, day: '2026-01-03', maybe: 1, waiting: 1, declined: 1 },
    // Rita is an organiser, but not of this event.
    { ...nothing, day: today, members: 3, visitors: 1 },
  ])
  expect([going, checkedIn]).toEqual([1, undefined])
  const csv = await organiser.call('GET', `/api/events/${event.id}/numbers.csv`)
  expect(csv.headers['content-disposition']).toContain('.csv')
  expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffDay (UTC),Views by members,Views by visitors,Going,Maybe,Waiting,Can’t go',
    '2026-01-02,0,0,1,0,0,0',
  ])
})

test('only people who manage the event see its desk', async () => {
  const { ada, admin, organiser, rival } = fixture
  const event = await fixture.putEvent({}, [ada.uid])
  for (const path of ['desk', 'numbers', 'numbers.csv', 'messages']) {
    const statuses = await Promise.all(
      [organiser, admin, rival, ada].map((who) => who.call('GET', `/api/events/${event.id}/${path}`)),
    )
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 403, 403])
  }
})

test('the next step follows the event from its draft to the recap', async () => {
  const { ada, organiser, store } = fixture
  const draft = await fixture.putEvent({ status: 'draft', startsAt: inHours(48), endsAt: inHours(50) })
  const stepOf = async ({ id }: EventDocument) => (await get<Desk>(organiser, `${id}/desk`)).nextStep
  expect(await stepOf(draft)).toEqual({ kind: 'publish' })
  const event = await fixture.putEvent({ startsAt: inHours(48), endsAt: inHours(50) })
  await fixture.putRsvp(event, ada.uid, 'maybe')
  expect(await stepOf(event)).toEqual({ kind: 'remind', people: 1 })
  const body = { group: { kind: 'maybe' }, text: 'Will you come?' }
  expect((await organiser.call('POST', `/api/events/${event.id}/messages`, { body })).statusCode).toBe(201)
  expect(await stepOf(event)).toBeUndefined()
  const over = await fixture.putEvent({ status: 'completed', ...past(1) }, [ada.uid])
  expect(await stepOf(over)).toEqual({ kind: 'thank', people: 1 })
  await organiser.call('POST', `/api/events/${over.id}/announcements`, { body: { text: 'Thank you' } })
  await store.views()
  expect(await stepOf(over)).toEqual({ kind: 'recap' })
  await organiser.call('PUT', `/api/events/${over.id}/recap`, {
    headers: { 'if-match': '"0"' },
    body: { text: 'It was a good evening.', pictures: [] },
  })
  await store.views()
  expect(await stepOf(over)).toBeUndefined()
})

test('figures across events cover the events that the viewer manages', async () => {
  const own = await startOrganiserFixture()
  try {
    const { ada, admin, grace, organiser, rival, putEvent, putRsvp } = own
    const first = await putEvent({ title: '=Dinner', capacity: 10, ...past(200) }, [ada.uid, grace.uid])
    const second = await putEvent({ title: 'Talk', ...past(100) }, [ada.uid])
    await putRsvp(second, grace.uid, 'going', { checkedInAt: second.startsAt, startsAt: second.startsAt })
    const others = await putEvent({ createdBy: rival.uid, ...past(2) }, [ada.uid])
    await putEvent({ status: 'cancelled', ...past(3) }, [ada.uid])
    await putEvent({ startsAt: inHours(24), endsAt: inHours(26) }, [ada.uid])

    const found = await get<EventFigures>(organiser, 'figures')
    expect(found).toMatchObject({
      ofEveryone: false,
      events: [
        { id: first.id, capacity: 10, seats: 2, going: 2, newcomers: 2, views: 0 },
        { id: second.id, seats: 2, going: 2, checkedIn: 1, newcomers: 0 },
      ],
      notBeen: {
        total: 2,
        // Ada did not come to the talk.
        items: [
          { member: { id: ada.uid }, title: '=Dinner' },
          { member: { id: grace.uid }, title: 'Talk' },
        ],
      },
    })
    expect(found.months).toHaveLength(12)
    expect(found.months.at(-1)).toEqual({
      month: new Date(Date.now() + 60_000).toISOString().slice(0, 7),
      people: 2,
    })
    expect(found.months[0]!.people).toBe(0)

    // An admin manages all events, so Ada has been to one of them lately.
    const all = await get<EventFigures>(admin, 'figures')
    expect(all.ofEveryone).toBe(true)
    expect(all.events.map(({ id }) => id)).toEqual([first.id, second.id, others.id])
    expect(all.notBeen.items.map(({ member }) => member.id)).toEqual([grace.uid])

    // A block hides people, and so does a suspension.
    await grace.call('PUT', `/api/blocks/${organiser.uid}`)
    await own.changeMember(ada.uid, { status: 'suspended' })
    expect((await get<EventFigures>(organiser, 'figures')).notBeen).toEqual({ total: 0, items: [] })
    expect((await ada.call('GET', '/api/events/figures')).statusCode).toBe(403)

    const csv = async (table: string) =>
      (await organiser.call('GET', `/api/events/figures.csv?table=${table}`)).body.split('\r\n')
    expect((await csv('events'))[1]).toMatch(/^'=Dinner,\d{4}-\d\d-\d\d,10,2,2,,,2,0$/)
    expect((await csv('months'))[0]).toContain('90 days')
    expect(await csv('people')).toHaveLength(2)
    const { items } = await own.store.find(auditEntries, { orderBy: 'at', direction: 'desc', limit: 50 })
    expect(items.filter(({ action }) => action === 'event.absentees_exported')).toHaveLength(1)
  } finally {
    await own.close()
  }
})
