import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { SeriesScope } from '#shared/events/rules.ts'
import type { EventEdit } from '#shared/events/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import { editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/fixtures/event-fixture.ts'

const organiser = person('organiser', 'organiser')

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

/** Weekly events from 9 March, at 12:00 in Lisbon, across the change of the clocks on 29 March. */
async function weekly(...each: Partial<EventDocument>[]) {
  for (const [at, more] of each.entries()) {
    const local = Temporal.ZonedDateTime.from('2026-03-09T12:00[Europe/Lisbon]').add({ weeks: at })
    const startsAt = new Date(local.epochMilliseconds).toISOString()
    await fixture.put({ id: `week-${at + 1}`, seriesId: 'lunches', title: 'Lunch', startsAt, ...more })
  }
}

const stored = async (id: string) => (await fixture.store.get(events, id))!
const starts = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await stored(id)).startsAt))
const change = async (id: string, scope: SeriesScope, more: Partial<EventEdit>) => {
  const before = await stored(id)
  const edit = { ...editOf(before), ...more }
  return fixture.seriesEditor.edit(organiser, id, before.version, { scope, edit })
}
const go = (name: string, eventId: string) =>
  fixture.rsvps.respond(person(name), eventId, { state: 'going', guests: 0 })
/** A guest with the RSVP of this member. */
const asGuest = (name: string, event: string) =>
  fixture.store.transact(async (tx) => {
    const rsvp = (await tx.get(rsvps, joinedId(event, name)))!
    tx.put(rsvps, { ...rsvp, id: joinedId(event, 'guest:one'), member: 'guest:one' })
  })
/** Leaves out confirmations of members' own RSVPs. */
const messages = () => fixture.domainEvents.filter(({ topic }) => topic !== 'rsvpConfirmed')

const AT_ONE = { startsAt: '2026-03-16T13:00:00.000Z', endsAt: '2026-03-16T15:00:00.000Z' }

describe('an edit of this and the following events', () => {
  test('later events move with it in local time, and earlier ones stay', async () => {
    await weekly({}, {}, {}, {})
    expect(await change('week-2', 'following', AT_ONE)).toMatchObject({ changed: 3 })
    expect(await starts('week-1', 'week-2', 'week-3', 'week-4')).toEqual([
      '2026-03-09T12:00:00.000Z',
      '2026-03-16T13:00:00.000Z',
      '2026-03-23T13:00:00.000Z',
      '2026-03-30T12:00:00.000Z',
    ])
  })

  test('members get one message about all of their events', async () => {
    await weekly({}, {}, {})
    for (const id of ['week-1', 'week-2', 'week-3']) await go('ada', id)
    await change('week-2', 'following', AT_ONE)
    expect(messages()).toMatchObject([
      { topic: 'eventChanged', recipients: 'attendeesAndRequests', data: { subjects: 'week-2 week-3' } },
    ])
  })

  test('a separately edited event keeps its own values of fields that are not changed now', async () => {
    await weekly({}, { title: 'Brunch', capacity: 5 }, {})
    await change('week-1', 'following', { summary: 'With soup', capacity: 9 })
    expect(await stored('week-2')).toMatchObject({ title: 'Brunch', summary: 'With soup', capacity: 9 })
    expect(messages()).toEqual([])
  })

  test('more seats at each event move each waitlist up', async () => {
    await weekly({ capacity: 1 }, { capacity: 1 })
    for (const id of ['week-1', 'week-2']) for (const name of ['ada', 'ben']) await go(name, id)
    await change('week-1', 'following', { capacity: 2 })
    const mine = await fixture.rsvps.reader.participation('ben', [{ id: 'week-1' }, { id: 'week-2' }])
    expect(mine.map((each) => each.mine?.state)).toEqual(['going', 'going'])
  })
})

describe('an edit of all events', () => {
  test('past events, events under way and cancelled ones stay as they are', async () => {
    await weekly({}, {}, { status: 'cancelled' }, {})
    fixture.advance(8 * DAY)
    expect(await change('week-4', 'all', { title: 'Brunch' })).toMatchObject({ changed: 2 })
    const titles = await Promise.all([1, 2, 3, 4].map(async (at) => (await stored(`week-${at}`)).title))
    expect(titles).toEqual(['Lunch', 'Brunch', 'Lunch', 'Brunch'])
  })

  test('an event to which the edit cannot be applied stays as it is, and the preview gives the reason', async () => {
    await weekly({ capacity: 9 }, { capacity: 9 }, { createdBy: 'someone' })
    for (const name of ['ada', 'ben', 'cleo']) await go(name, 'week-2')
    await fixture.admit(['ada', 'ben', 'cleo'])
    const sent = { ...editOf(await stored('week-1')), capacity: 2, venue: { name: 'The barn', address: {} } }
    expect(await fixture.seriesEditor.preview(organiser, 'week-1', sent)).toMatchObject({
      scopes: { this: { events: 1, people: 0 }, all: { events: 1, people: 0 } },
      dates: [
        { id: 'week-1', isChanged: true },
        { id: 'week-2', problem: 'Enter at least 3: 3 seats are already taken.' },
        { id: 'week-3', problem: 'Only organisers of this event can do this.' },
      ],
    })
    expect(await change('week-1', 'all', sent)).toMatchObject({ changed: 1 })
    expect(await stored('week-2')).toMatchObject({ capacity: 9, version: 1 })
  })

  test('the preview counts each member and guest once, and not the organiser', async () => {
    await weekly({}, {}, {})
    await fixture.admit(['ada', 'ben', 'organiser'])
    for (const id of ['week-1', 'week-3']) for (const name of ['ada', 'organiser']) await go(name, id)
    await go('ben', 'week-3')
    await asGuest('ada', 'week-3')
    const sent = { ...editOf(await stored('week-2')), ...AT_ONE }
    const { scopes, dates } = await fixture.seriesEditor.preview(organiser, 'week-2', sent)
    expect(scopes).toEqual({
      this: { events: 1, people: 0 },
      following: { events: 2, people: 3 },
      all: { events: 3, people: 3 },
    })
    expect(dates[2]).toMatchObject({ was: '2026-03-23T12:00:00.000Z', startsAt: '2026-03-23T13:00:00.000Z' })
  })

  test('a repeated edit moves nothing twice, and a stale one is refused', async () => {
    await weekly({}, {})
    const edit = { ...editOf(await stored('week-1')), startsAt: '2026-03-09T13:00:00.000Z' }
    const send = () => fixture.seriesEditor.edit(organiser, 'week-1', 1, { scope: 'all', edit })
    await send()
    await send()
    expect(await starts('week-2')).toEqual(['2026-03-16T13:00:00.000Z'])
    await change('week-1', 'all', { title: 'Brunch' })
    await expect(send()).rejects.toMatchObject({ code: 'stale_version' })
  })
})

describe('a cancellation of several events', () => {
  test('everyone gets one message, and drafts stay drafts', async () => {
    await weekly({}, {}, {}, { status: 'draft' })
    for (const id of ['week-1', 'week-2']) await go('ada', id)
    expect(await fixture.seriesEditor.cancel(organiser, 'week-2', 'following', 'Too hot')).toMatchObject({
      changed: 2,
      event: { status: 'cancelled', reason: 'Too hot' },
    })
    expect((await stored('week-4')).status).toBe('draft')
    expect((await stored('week-1')).status).toBe('published')
    expect(messages()).toMatchObject([{ topic: 'eventCancelled', data: { subjects: 'week-2 week-3' } }])
    await fixture.seriesEditor.cancel(organiser, 'week-2', 'following', 'Too hot')
    expect(messages()).toHaveLength(1)
  })
})

describe('further events of a series', () => {
  test('copies are drafts of the same series, which are published together', async () => {
    await fixture.put({ id: 'first', startsAt: '2026-12-24T18:00:00.000Z', title: 'Supper' })
    const ids = await fixture.seriesEditor.extend(organiser, 'first', {
      startsAt: '2026-12-31T18:00:00.000Z',
      repeat: { every: 'weekly', count: 2 },
    })
    expect(await stored('first')).toMatchObject({ seriesId: 'first', version: 2 })
    expect(await stored(ids[1]!)).toMatchObject({
      seriesId: 'first',
      status: 'draft',
      startsAt: '2027-01-07T18:00:00.000Z',
    })
    await fixture.series.join(person('ada'), 'first', { guests: 0 })
    expect(await fixture.seriesEditor.publish(organiser, 'first')).toEqual({ published: 2 })
    expect(messages()).toMatchObject([{ topic: 'newEvent', dedupeKey: 'first' }])
    await fixture.series.followNewEvents()
    const mine = await fixture.rsvps.reader.participation('ada', [{ id: ids[1]! }])
    expect(mine[0]?.mine?.state).toBe('going')
  })

  test('a series has at most 104 events', async () => {
    await weekly(...Array.from({ length: 103 }, () => ({})))
    const repeat = { every: 'weekly', count: 2 } as const
    const startsAt = '2029-01-01T12:00:00.000Z'
    await expect(
      fixture.seriesEditor.extend(organiser, 'week-1', { startsAt, repeat }),
    ).rejects.toMatchObject({ code: 'series_full' })
    expect(await fixture.seriesEditor.extend(organiser, 'week-1', { startsAt })).toHaveLength(1)
  })
})
