import { afterAll, beforeEach, expect, test } from 'vitest'

import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { startEmailFixture, subjects } from '#server/testing/fixtures/email-fixture.ts'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.sent()
  fixture.server.clear()
})

const NOON = '2031-03-04T12:00:00.000Z'
const DUSK = '2031-03-04T18:00:00.000Z'
const newPicnic = () =>
  fixture.putEvent(
    { title: 'Picnic', startsAt: NOON, endsAt: '2031-03-04T20:00:00.000Z', timeZone: 'Europe/Lisbon' },
    [fixture.ada.uid],
  )

/** Each change is delivered before the next one, and its email waits. */
async function change(event: EventDocument, version: number, more: Partial<EventDocument>) {
  const { title, summary, description, endsAt, allDay, timeZone, format, cover, visibility } = event
  const { startsAt, guestsMax, hosts, tags, venue } = event
  const times = { startsAt, endsAt, allDay, timeZone }
  const body = {
    title,
    summary,
    description,
    ...times,
    format,
    cover,
    visibility,
    guestsMax,
    hosts,
    tags,
    venue,
  }
  const answer = await fixture.organiser.call('PUT', `/api/events/${event.id}`, {
    body: { ...body, ...more },
    headers: { 'if-match': `"${version}"` },
  })
  expect(answer.statusCode).toBe(200)
  fixture.advance(1_000)
  await fixture.services.notifications.notifications.idle()
}

test('an event that is moved and moved back before the email is sent causes no email', async () => {
  const event = await newPicnic()
  const barn = { name: 'The barn', address: { city: 'Porto', address_line1: 'Rua 1' } }
  await change(event, 1, { startsAt: DUSK, venue: barn })
  await change(event, 2, { venue: barn })
  await change(event, 3, {})
  expect(subjects(await fixture.sent(fixture.ada))).toEqual([])
})

test('several waiting changes are one email, with the current state', async () => {
  const event = await newPicnic()
  await change(event, 1, { startsAt: '2031-03-04T09:00:00.000Z' })
  await change(event, 2, {})
  await change(event, 3, { startsAt: DUSK })
  expect(subjects(await fixture.sent(fixture.ada))).toEqual([
    expect.stringMatching(/^New time or place: Picnic, Tue 4 Mar 2031, 18:00/),
  ])
})

test('an event that is moved back after the email was sent causes another email', async () => {
  const event = await newPicnic()
  await change(event, 1, { startsAt: DUSK })
  expect(await fixture.sent(fixture.ada)).toHaveLength(1)
  await change(event, 2, {})
  expect(subjects(await fixture.sent(fixture.ada))[1]).toMatch(/^New time or place: Picnic, .+ 12:00/)
})

test('an event that is moved, moved back and cancelled while emails wait causes one email, about the cancellation', async () => {
  const event = await newPicnic()
  await change(event, 1, { startsAt: DUSK })
  await change(event, 2, {})
  await fixture.organiser.call('POST', `/api/events/${event.id}/cancel`, { body: { reason: 'Too high' } })
  expect(subjects(await fixture.sent(fixture.ada))).toEqual([expect.stringMatching(/^Cancelled: Picnic/)])
})

test('several events of a series that change together are one email with those that the reader goes to', async () => {
  const dates = ['2031-03-04', '2031-03-11', '2031-03-18']
  const all = await Promise.all(
    dates.map((date, at) =>
      fixture.putEvent(
        {
          title: 'Picnic',
          seriesId: 'picnics',
          startsAt: `${date}T12:00:00.000Z`,
          endsAt: `${date}T14:00:00.000Z`,
          timeZone: 'Europe/Lisbon',
        },
        at === 1 ? [] : [fixture.ada.uid],
      ),
    ),
  )
  const answer = await fixture.organiser.call('POST', `/api/events/${all[0]!.id}/series/cancel`, {
    body: { scope: 'all', reason: 'The river is too high.' },
  })
  expect(answer.json()).toMatchObject({ changed: 3 })
  const [email, ...others] = await fixture.sent(fixture.ada)
  expect(others).toEqual([])
  expect(subjects([email!])).toEqual(['Cancelled: Picnic, 2 dates'])
  expect(JSON.stringify(email)).toMatch(/4 Mar 2031.*18 Mar 2031/s)
  expect(JSON.stringify(email)).not.toContain('11 Mar 2031')
})
