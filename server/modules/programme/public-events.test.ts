import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { inLanguage } from '#server/lib/language.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/fixtures/event-fixture.ts'

import { createPublicEvents } from './public-events.ts'

const ada = person('ada')
const olga = person('olga', 'organiser')

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

const put = (id: string, more: Parameters<EventFixture['put']>[0] | object = {}) =>
  fixture.put({ id, visibility: 'public', createdBy: 'olga', ...more })
const ids = async (of = fixture.publicEvents) => (await of.next()).map(({ id }) => id)

describe('the next public events', () => {
  test('the next public events are the six earliest', async () => {
    for (const day of [7, 2, 5, 1, 8, 4, 3, 6])
      await put(`day-${day}`, { startsAt: fixture.inHours(24 * day) })
    await put('private', { visibility: 'members', startsAt: fixture.inHours(1) })
    await put('cancelled', { status: 'cancelled', startsAt: fixture.inHours(1) })
    expect(await ids()).toEqual(['day-1', 'day-2', 'day-3', 'day-4', 'day-5', 'day-6'])
  })

  test('the list of public events is read again only after a change of what it shows', async () => {
    await put('public', { capacity: 2 })
    const first = await fixture.publicEvents.next()
    fixture.advance(5_000)
    expect(await fixture.publicEvents.next()).toBe(first)
    await fixture.rsvps.respond(ada, 'public', { state: 'going', guests: 0 })
    expect(await fixture.publicEvents.next()).not.toBe(first)
  })

  test('public events are open to guests from the start of RSVPs until the deadline', async () => {
    const window = { rsvpOpensAt: fixture.inHours(1), rsvpDeadline: fixture.inHours(2) }
    await put('public', { openToGuests: true, ...window })
    const isOpen = async () => {
      const [next] = await fixture.publicEvents.next()
      expect((await fixture.publicEvents.find('public'))?.openToGuests).toBe(next?.openToGuests)
      return next?.openToGuests
    }
    expect(await isOpen()).toBeUndefined()
    fixture.advance(1.5 * HOUR)
    expect(await isOpen()).toBe(true)
    fixture.advance(HOUR)
    expect(await isOpen()).toBeUndefined()
  })

  test('the next public events are in the language of each request', async () => {
    await put('public', { format: 'inPerson', capacity: 2 })
    const next = async (language: Language) => inLanguage(language, () => fixture.publicEvents.next())
    const [english, german] = [await next('en'), await next('de')]
    expect([english, german].map(([event]) => event?.seats)).toEqual(['2 seats left', 'Noch 2 Plätze frei'])
    expect([await next('en'), await next('de')]).toEqual([english, german])
    expect(await next('en')).toBe(english)
  })

  test('the next public events include a change at once, whichever process made it', async () => {
    await put('public')
    const other = fixture.replica()
    expect([await ids(), await ids(other.publicEvents)]).toEqual([['public'], ['public']])
    await fixture.lifecycle.cancel(olga, 'public', 'The hall is flooded')
    expect(await ids()).toEqual([])
    expect(await ids(other.publicEvents)).toEqual([])
    expect((await other.publicEvents.find('public'))?.status).toBe('cancelled')
  })

  test('the next public events are read again after a failure', async () => {
    const views = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('the store is unreachable'))
    const { clock, rsvps } = fixture
    const { next } = createPublicEvents({ store: { views }, clock, rsvps })
    await expect(next()).rejects.toThrow('unreachable')
    await expect(next()).rejects.toThrow('unreachable')
    expect(views).toHaveBeenCalledTimes(2)
  })

  test('the next public events show the remaining seats, but not who has seats', async () => {
    await put('open')
    await put('limited', { capacity: 2, startsAt: fixture.inHours(1) })
    const seats = async () => (await fixture.publicEvents.next()).map((event) => event.seats)
    expect(await seats()).toEqual(['2 seats left', ''])
    await fixture.rsvps.respond(ada, 'limited', { state: 'going', guests: 0 })
    expect(await seats()).toEqual(['1 seat left', ''])
    await fixture.rsvps.respond(person('grace'), 'limited', { state: 'going', guests: 0 })
    expect(await seats()).toEqual(['Full', ''])
    await fixture.rsvps.respond(person('bo'), 'limited', { state: 'going', guests: 0 })
    expect(await seats()).toEqual(['Full', ''])
  })
})

describe('the date of a public event', () => {
  test.for([
    [
      '2026-12-03T18:00:00Z',
      '2026-12-03T20:00:00Z',
      false,
      'Thursday 3 December 2026, 18:00–20:00, Lisbon time',
    ],
    [
      '2026-12-03T18:00:00Z',
      '2026-12-04T02:00:00Z',
      false,
      'Thursday 3 December 2026 at 18:00 – Friday 4 December 2026 at 02:00, Lisbon time',
    ],
    ['2026-12-03T00:00:00Z', '2026-12-04T00:00:00Z', true, 'Thursday 3 December 2026, Lisbon time'],
    [
      '2026-12-03T00:00:00Z',
      '2026-12-06T00:00:00Z',
      true,
      'Thursday 3 December – Saturday 5 December 2026, Lisbon time',
    ],
  ] as const)(
    'an event from %s to %s, all day %j, takes place "%s"',
    async ([startsAt, endsAt, allDay, when]) => {
      await put('event', { startsAt, endsAt, allDay })
      expect((await fixture.publicEvents.find('event'))?.when.replaceAll(/[\u2009\u202F]/g, ' ')).toBe(when)
    },
  )
})

describe('one public event', () => {
  test('a public event is found by its exact id', async () => {
    await put('abc')
    expect(await fixture.publicEvents.find('abc')).toMatchObject({ id: 'abc' })
    for (const id of ['ABC', 'ab', 'nothing']) expect(await fixture.publicEvents.find(id)).toBeUndefined()
  })

  test('a public event has a venue and a city as its place, never the street', async () => {
    const venue = { name: 'The hall', address: { address_line1: '1 High Street', city: 'Lisbon' } }
    await put('abc', { venue, joinUrl: 'https://meet.example', format: 'hybrid' })
    expect((await fixture.publicEvents.find('abc'))?.place).toBe('The hall, Lisbon\u00A0· Online')
  })
})
