import { afterEach, beforeEach, expect, test } from 'vitest'

import type { CheckInListAnswer } from '#shared/attendance/check-in.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

let fixture: OrganiserFixture
let event: EventDocument
beforeEach(async () => {
  fixture = await startOrganiserFixture()
  event = await fixture.putEvent({}, [fixture.ada.uid, fixture.grace.uid])
})
afterEach(() => fixture.close())

const ask = (known = '', who = fixture.organiser) =>
  who.call('GET', `/api/events/${event.id}/check-in-list${known && `?revision=${known}`}`)
const list = async (known?: string) => (await ask(known)).json<CheckInListAnswer>()
const guestsByName = async () =>
  Object.fromEntries((await list()).items!.map(({ member, guests }) => [member.displayName, guests]))

test('the check-in list is omitted while the device has the current one, and sent after any change', async () => {
  const changes = [
    () => fixture.putRsvp(event, fixture.rival.uid, 'going'),
    () => fixture.putRsvp(event, fixture.ada.uid, 'going', { checkedInAt: inHours(0) }),
    () => fixture.putRsvp(event, fixture.ada.uid, 'declined'),
    () => fixture.changeMember(fixture.rival.uid, { company: 'Rival & Daughters' }),
  ]
  let { revision } = await list()
  for (const change of changes) {
    expect(await list(revision)).toEqual({ revision })
    await change()
    const changed = await list(revision)
    expect(changed.revision).not.toBe(revision)
    expect(changed.items).toEqual((await list()).items)
    revision = changed.revision
  }
  await fixture.putRsvp(event, 'waiting', 'waitlisted', { ticket: 9 })
  expect(await list(revision)).toEqual({ revision })
})

test('each list reflects every commit before it, including those of other processes', async () => {
  expect(await guestsByName()).toEqual({ Ada: 0, Grace: 0 })
  await fixture.putRsvp(event, fixture.rival.uid, 'going', { guests: 2 })
  expect(await guestsByName()).toEqual({ Ada: 0, Grace: 0, Rita: 2 })
  await fixture.rival.call('PUT', `/api/events/${event.id}/rsvp`, { body: { state: 'declined', guests: 0 } })
  await fixture.changeMember(fixture.grace.uid, { displayName: 'Grace H.' })
  expect(await guestsByName()).toEqual({ Ada: 0, 'Grace H.': 0 })
  const items = [{ memberId: fixture.ada.uid, at: inHours(0) }]
  await fixture.organiser.call('POST', `/api/events/${event.id}/check-ins`, { body: { items } })
  const here = (await list()).items!.filter(({ checkedInAt }) => checkedInAt)
  expect(here.map(({ member }) => member.displayName)).toEqual(['Ada'])
})

test('a cached check-in list is not sent to members who do not manage the event', async () => {
  const own = await ask()
  expect((await ask()).body).toBe(own.body)
  expect((await ask('', fixture.admin)).body).toBe(own.body)
  expect(own.headers['content-type']).toBe('application/json; charset=utf-8')
  for (const who of [fixture.rival, fixture.ada]) expect((await ask('', who)).statusCode).toBe(403)
})
