import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'
import { createReportFixture } from '#server/testing/fixtures/report-fixture.ts'

const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

type Person = OrganiserFixture['ada']

/** Topics of the member's notifications about the event, the latest first. */
async function topicsOf(who: Person, event: { id: string }) {
  await fixture.services.notifications.notifications.idle()
  const { items } = await fixture.services.notifications.notifications.list(who.uid)
  return items.filter(({ subject }) => subject.id === event.id).map(({ topic }) => topic)
}

async function succeed(response: ReturnType<Person['call']>) {
  const answer = await response
  expect(answer.statusCode).toBeLessThan(300)
}

test('an organiser who publishes, moves, announces to and cancels an event is not notified, and attendees are', async () => {
  const { ada, organiser, putEvent, putRsvp, advance } = fixture
  const event = await putEvent({ title: 'Harvest', status: 'draft', startsAt: inHours(60) })
  const path = `/api/events/${event.id}`
  await succeed(organiser.call('POST', `${path}/publish`))
  for (const { uid } of [ada, organiser]) await putRsvp(event, uid, 'going')
  expect(await topicsOf(ada, event)).toEqual(['newEvent'])
  const { summary, description, format, cover, visibility, guestsMax, hosts, tags, venue, timeZone } = event
  const times = { startsAt: inHours(61), endsAt: inHours(62), allDay: false, timeZone }
  const texts = { title: 'Harvest', summary, description, tags }
  const body = { ...texts, ...times, format, cover, visibility, guestsMax, hosts, venue }
  advance(1_000)
  await succeed(organiser.call('PUT', path, { body, headers: { 'if-match': '"2"' } }))
  advance(1_000)
  await succeed(organiser.call('POST', `${path}/announcements`, { body: { text: 'Bring bread' } }))
  expect(await topicsOf(ada, event)).toEqual(['announcement', 'eventChanged', 'newEvent'])
  advance(1_000)
  await succeed(organiser.call('POST', `${path}/cancel`, { body: { reason: 'The river is too high.' } }))
  expect(await topicsOf(ada, event)).toEqual(['eventCancelled', 'announcement', 'newEvent'])
  expect(await topicsOf(organiser, event)).toEqual([])
})

test('hosts and helpers without an RSVP are notified of a change and of a cancellation by someone else', async () => {
  const { ada, grace, admin, organiser, putEvent, advance } = fixture
  const event = await putEvent({
    title: 'Mill tour',
    startsAt: inHours(60),
    hosts: [organiser.uid, ada.uid],
    helpers: [grace.uid],
  })
  const path = `/api/events/${event.id}`
  const { title, summary, description, format, cover, visibility, guestsMax, hosts, tags, venue } = event
  const times = { startsAt: inHours(61), endsAt: inHours(62), allDay: false, timeZone: event.timeZone }
  const texts = { title, summary, description, tags }
  const body = {
    ...texts,
    ...times,
    format,
    cover,
    visibility,
    guestsMax,
    hosts,
    helpers: [grace.uid],
    venue,
  }
  await succeed(organiser.call('PUT', path, { body, headers: { 'if-match': '"1"' } }))
  for (const who of [ada, grace]) expect(await topicsOf(who, event)).toEqual(['eventChanged'])
  advance(1_000)
  await succeed(admin.call('POST', `${path}/cancel`, { body: { reason: 'The mill is closed.' } }))
  for (const who of [organiser, ada, grace]) expect(await topicsOf(who, event)).toEqual(['eventCancelled'])
  expect(await topicsOf(admin, event)).toEqual([])
})

test('an admin who takes over an event is not notified, and the former organiser is', async () => {
  const { admin, organiser, putEvent } = fixture
  const event = await putEvent({ title: 'Handover', startsAt: inHours(60) })
  const body = { organiser: admin.uid }
  const headers = { 'if-match': '"1"' }
  await succeed(admin.call('PUT', `/api/admin/events/${event.id}/organiser`, { body, headers }))
  expect(await topicsOf(organiser, event)).toEqual(['organiserChanged'])
  expect(await topicsOf(admin, event)).toEqual([])
})

test('an organiser who moves themselves up from the waitlist, or removes themselves, is not notified', async () => {
  const { ada, grace, organiser, putEvent } = fixture
  const event = await putEvent({ title: 'Supper', startsAt: inHours(60), capacity: 1 }, [])
  for (const who of [ada, grace, organiser])
    await succeed(who.call('PUT', `/api/events/${event.id}/rsvp`, { body: { state: 'going', guests: 0 } }))
  const path = `/api/events/${event.id}/roster/${organiser.uid}`
  const command = async (name: string, more: object) => {
    const { version } = (await fixture.store.get(rsvps, joinedId(event.id, organiser.uid)))!
    await succeed(
      organiser.call('POST', `${path}/${name}`, {
        body: { reason: 'They host the evening', ...more },
        headers: { 'if-match': `"${version}"` },
      }),
    )
  }
  await command('promotion', { aboveLimit: true })
  expect(await topicsOf(grace, event)).toEqual(['passedOver'])
  await command('removal', {})
  expect(await topicsOf(organiser, event)).toEqual([])
})

test('the summary of new RSVPs leaves out the reader’s own', async () => {
  const { ada, organiser, rival, putEvent, advance, clock, services } = fixture
  const summarise = services.jobs.find(({ name }) => name === 'new RSVPs')!.run
  advance(15 * MINUTE - (clock() % (15 * MINUTE)))
  await summarise()
  const event = await putEvent({ title: 'Picnic', startsAt: inHours(60), hosts: [rival.uid] })
  const rsvp = (who: Person) =>
    succeed(who.call('PUT', `/api/events/${event.id}/rsvp`, { body: { state: 'going', guests: 0 } }))
  async function summaries(who: Person) {
    advance(16 * MINUTE)
    await summarise()
    await services.notifications.notifications.idle()
    const { items } = await services.notifications.notifications.list(who.uid)
    return items
      .filter(({ topic, subject }) => topic === 'newRsvps' && subject.id === event.id)
      .map(({ text }) => text)
  }
  await rsvp(organiser)
  expect(await summaries(organiser)).toEqual([])
  expect(await summaries(rival)).toEqual(['New RSVPs for Picnic: 1 going'])
  await rsvp(ada)
  await rsvp(rival)
  expect(await summaries(organiser)).toEqual(['New RSVPs for Picnic: 2 going'])
  expect((await summaries(rival))[0]).toBe('New RSVPs for Picnic: 1 going')
})

test('an admin who decides on their own report gets no notification of the outcome', async () => {
  const reporting = await createReportFixture()
  onTestFinished(reporting.close)
  const { owner } = await reporting.newContent()
  const { id } = await reporting.report(reporting.admin, 'profile', owner.uid)
  expect((await reporting.decide(id, 'dismiss')).statusCode).toBeLessThan(300)
  await reporting.services.notifications.notifications.idle()
  const { items } = await reporting.services.notifications.notifications.list(reporting.admin.uid)
  expect(items.map(({ topic }) => topic)).toEqual([])
})
