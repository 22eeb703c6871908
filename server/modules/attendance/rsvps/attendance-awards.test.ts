import { afterAll, beforeEach, expect, test } from 'vitest'

import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { type EntryDocument, prestigeEntries } from '#server/modules/prestige/collection.ts'
import { ofMember } from '#server/modules/prestige/summaries.ts'
import { allOf } from '#server/store/all-of.ts'
import { eventEdit } from '#server/testing/fixtures/event-fixture.ts'
import { inHours, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

const GUESTS = ['guest-1', 'guest-2', 'guest-3', 'guest-4', 'guest-5']
const EARLY = inHours(-0.4)
const LATE = inHours(-0.3)

let event: EventDocument
const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  const { ada, grace, organiser, rival } = fixture
  event = await fixture.putEvent({ hosts: [organiser.uid, rival.uid], title: 'Open house' }, [
    ada.uid,
    grace.uid,
    organiser.uid,
    ...GUESTS,
  ])
})

const at = (path: string) => `/api/events/${event.id}/${path}`
const checkIn = async (memberIds: readonly string[], by = fixture.organiser, time = EARLY) => {
  const items = memberIds.map((memberId) => ({ memberId, at: time }))
  const answer = await by.call('POST', at('check-ins'), { body: { items } })
  expect(answer.statusCode).toBe(200)
}
const undo = async (memberId: string, arrival = EARLY) => {
  const answer = await fixture.organiser.call('DELETE', at(`check-ins/${memberId}?arrival=${arrival}`))
  expect(answer.statusCode).toBe(200)
}

const edit = async (version: number, more: Parameters<typeof eventEdit>[0]) => {
  const body = eventEdit({ startsAt: event.startsAt, endsAt: event.endsAt, hosts: [...event.hosts], ...more })
  const headers = { 'if-match': `"${version}"` }
  const answer = await fixture.organiser.call('PUT', `/api/events/${event.id}`, { body, headers })
  expect(answer.body).toContain(`"version":${version + 1}`)
}

/** The entry for this event. */
async function entryOf(memberId: string): Promise<EntryDocument | undefined> {
  const all = await allOf(fixture.store, prestigeEntries, ofMember(memberId))
  return all.find(({ source }) => source === `event:${event.id}`)
}
const isCounted = async (memberId: string) => {
  const entry = await entryOf(memberId)
  return entry !== undefined && !entry.voided
}

test('a member who is checked in earns points once, confirmed by the organiser', async () => {
  const { ada, organiser } = fixture
  await checkIn([ada.uid])
  await checkIn([ada.uid])
  const entries = await allOf(fixture.store, prestigeEntries, ofMember(ada.uid))
  expect(entries.filter(({ source }) => source === `event:${event.id}`)).toMatchObject([
    { kind: 'eventAttended', points: 2, confirmedBy: [organiser.uid], at: EARLY, subject: 'Open house' },
  ])
})

test('points are dated by the earliest arrival, and confirmed by everyone who reported one', async () => {
  const { ada, admin, organiser } = fixture
  await checkIn([ada.uid], admin, LATE)
  await checkIn([ada.uid], organiser, EARLY)
  const both = [admin.uid, organiser.uid].toSorted()
  expect(await entryOf(ada.uid)).toMatchObject({ at: EARLY, confirmedBy: both })
  await undo(ada.uid, EARLY)
  expect(await entryOf(ada.uid)).toMatchObject({ at: LATE, confirmedBy: [admin.uid] })
})

test('an undone check-in earns nothing, until the member is checked in again', async () => {
  const { ada } = fixture
  await checkIn([ada.uid])
  await undo(ada.uid)
  expect((await entryOf(ada.uid))?.voided).toMatchObject({ cause: 'undone', reason: 'notCheckedIn' })
  await checkIn([ada.uid], fixture.organiser, LATE)
  expect(await entryOf(ada.uid)).toMatchObject({ at: LATE })
  expect(await isCounted(ada.uid)).toBe(true)
})

test('a member who gives up the seat after check-in earns nothing', async () => {
  const { ada } = fixture
  await checkIn([ada.uid])
  await ada.call('PUT', at('rsvp'), { body: { state: 'declined', guests: 0 } })
  expect(await isCounted(ada.uid)).toBe(false)
})

test('an organiser who checks in themselves earns nothing', async () => {
  const { organiser } = fixture
  await checkIn([organiser.uid])
  expect(await entryOf(organiser.uid)).toBeUndefined()
})

test('each host earns points once five guests were checked in', async () => {
  const { ada, grace, organiser, rival } = fixture
  await checkIn([organiser.uid, ...GUESTS.slice(0, 4)])
  expect(await isCounted(rival.uid)).toBe(false)
  await checkIn([ada.uid])
  const hosted = { kind: 'eventHosted', points: 10, confirmedBy: [ada.uid, ...GUESTS.slice(0, 4)].toSorted() }
  expect(await entryOf(organiser.uid)).toMatchObject(hosted)
  expect(await entryOf(rival.uid)).toMatchObject(hosted)
  // Later check-ins change nothing.
  await checkIn([grace.uid, GUESTS[4]!], fixture.organiser, LATE)
  expect(await entryOf(rival.uid)).toMatchObject(hosted)
  for (const memberId of [ada.uid, GUESTS[0]!]) await undo(memberId)
  expect(await isCounted(rival.uid)).toBe(true)
  await undo(GUESTS[1]!)
  expect(await isCounted(rival.uid)).toBe(false)
})

test('guests added by an organiser earn points, but do not count for the hosts', async () => {
  const { ada, grace, organiser, rival, store } = fixture
  const added = ['walk-in-1', 'walk-in-2']
  for (const member of added)
    await fixture.putRsvp(event, member, 'going', { ticket: 90, command: { kind: 'add', by: organiser.uid } })
  await checkIn([...added, organiser.uid])
  await checkIn([ada.uid, ...GUESTS.slice(0, 3)], organiser, LATE)
  expect(await isCounted('walk-in-1')).toBe(true)
  expect(await isCounted(rival.uid)).toBe(false)
  await checkIn([grace.uid], organiser, LATE)
  const confirmedBy = [ada.uid, grace.uid, ...GUESTS.slice(0, 3)].toSorted()
  expect(await entryOf(rival.uid)).toMatchObject({ confirmedBy })
  // Undoing one of them changes nothing either.
  await undo('walk-in-1')
  expect(await isCounted(rival.uid)).toBe(true)
  expect((await allOf(store, prestigeEntries, ofMember('walk-in-1')))[0]?.voided).toBeDefined()
})

test('only the current hosts earn points', async () => {
  const { ada, grace, organiser, rival } = fixture
  await checkIn([ada.uid, ...GUESTS])
  expect(await isCounted(rival.uid)).toBe(true)
  await edit(1, { hosts: [organiser.uid, grace.uid] })
  expect((await entryOf(rival.uid))?.voided).toMatchObject({ reason: 'notHost' })
  expect(await Promise.all([organiser.uid, grace.uid].map(isCounted))).toEqual([true, true])
  // A host does not count as a guest.
  await undo(GUESTS[0]!)
  await edit(2, { hosts: [organiser.uid, ada.uid] })
  expect(await Promise.all([organiser.uid, grace.uid].map(isCounted))).toEqual([false, false])
  await edit(3, { hosts: [organiser.uid] })
  expect(await isCounted(organiser.uid)).toBe(true)
  await organiser.call('POST', at('cancel'), { body: { reason: 'The hall is flooded' } })
  const all = [organiser.uid, rival.uid, grace.uid, ada.uid]
  expect(await Promise.all(all.map(isCounted))).toEqual([false, false, false, false])
})

test('the hosts’ points are dated by the start of the event', async () => {
  const { ada, rival } = fixture
  await checkIn([ada.uid, ...GUESTS])
  const startsAt = inHours(30)
  await edit(1, { startsAt, endsAt: inHours(31) })
  expect(await entryOf(rival.uid)).toMatchObject({ at: startsAt })
  expect(await isCounted(rival.uid)).toBe(true)
})

test('no one earns from a cancelled event', async () => {
  const { ada, organiser, rival } = fixture
  await checkIn([ada.uid, ...GUESTS])
  await checkIn([ada.uid], organiser, LATE)
  const answer = await organiser.call('POST', at('cancel'), { body: { reason: 'The hall is flooded' } })
  expect(answer.statusCode).toBe(200)
  const counted = () => Promise.all([ada.uid, rival.uid, GUESTS[0]!].map(isCounted))
  expect(await counted()).toEqual([false, false, false])
  await undo(ada.uid)
  await undo(GUESTS[1]!)
  expect(await counted()).toEqual([false, false, false])
})
