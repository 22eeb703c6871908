import { describe, expect, test } from 'vitest'

import { eventEdit } from '#server/testing/fixtures/event-fixture.ts'

import { carryOver } from './carry-over.ts'

/** Fields of `target` after the change of another event. */
const carried = (
  change: Parameters<typeof eventEdit>[0],
  target: Parameters<typeof eventEdit>[0] = {},
  before: Parameters<typeof eventEdit>[0] = {},
) => carryOver(eventEdit(target), eventEdit(before), eventEdit({ ...before, ...change }))

/** 18:00–20:00 in Lisbon, on a Monday before the clocks go forward on 29 March, and on one after. */
const WINTER = { startsAt: '2026-03-23T18:00:00.000Z', endsAt: '2026-03-23T20:00:00.000Z' }
const SUMMER = { startsAt: '2026-03-30T17:00:00.000Z', endsAt: '2026-03-30T19:00:00.000Z' }

describe('an edit of one event of a series, for another', () => {
  test('changed fields are carried over, and other fields keep the event’s own values', () => {
    expect(carried({ title: 'Lunch', capacity: 9 }, { title: 'Brunch', summary: 'With eggs' })).toEqual(
      eventEdit({ title: 'Lunch', capacity: 9, summary: 'With eggs' }),
    )
  })

  test('a removed limit is removed', () => {
    expect(carryOver(eventEdit({ capacity: 5 }), eventEdit({ capacity: 9 }), eventEdit())).toEqual(
      eventEdit(),
    )
  })

  test('an event’s own cover is kept', () => {
    expect(carried({ cover: 'new' }, { cover: 'own' }, { cover: 'old' }).cover).toBe('own')
    expect(carried({ cover: 'new' }, { cover: 'old' }, { cover: 'old' }).cover).toBe('new')
  })

  test('an hour later is an hour later in local time across a change of the clocks', () => {
    const later = { startsAt: '2026-03-23T19:00:00.000Z', endsAt: '2026-03-23T21:00:00.000Z' }
    expect(carried(later, SUMMER, WINTER)).toMatchObject({
      startsAt: '2026-03-30T18:00:00.000Z',
      endsAt: '2026-03-30T20:00:00.000Z',
    })
  })

  test('a move to the next day goes over New Year', () => {
    const last = { startsAt: '2026-12-31T18:00:00.000Z', endsAt: '2026-12-31T20:00:00.000Z' }
    const before = { startsAt: '2026-12-24T18:00:00.000Z', endsAt: '2026-12-24T20:00:00.000Z' }
    const change = { startsAt: '2026-12-25T19:30:00.000Z', endsAt: '2026-12-25T21:30:00.000Z' }
    expect(carried(change, last, before)).toMatchObject({
      startsAt: '2027-01-01T19:30:00.000Z',
      endsAt: '2027-01-01T21:30:00.000Z',
    })
  })

  test('a start in the hour that summer time skips moves to just after it', () => {
    const target = { startsAt: '2026-03-29T00:30:00.000Z', endsAt: '2026-03-29T03:00:00.000Z' }
    const before = { startsAt: '2026-03-22T00:30:00.000Z', endsAt: '2026-03-22T03:00:00.000Z' }
    expect(carried({ startsAt: '2026-03-22T01:30:00.000Z' }, target, before).startsAt).toBe(
      '2026-03-29T01:30:00.000Z',
    )
  })

  test('a start that summer time moved returns with the others', () => {
    const target = { startsAt: '2026-03-29T01:30:00.000Z', endsAt: '2026-03-29T04:00:00.000Z' }
    const before = { startsAt: '2026-03-22T01:30:00.000Z', endsAt: '2026-03-22T04:00:00.000Z' }
    const change = { startsAt: '2026-03-22T00:30:00.000Z', endsAt: '2026-03-22T03:00:00.000Z' }
    expect(carried(change, target, before)).toMatchObject({
      startsAt: '2026-03-29T00:30:00.000Z',
      endsAt: '2026-03-29T03:00:00.000Z',
    })
  })

  test('a separately moved event keeps its offset, and its own length unless the length is edited', () => {
    const own = { startsAt: '2026-03-30T16:00:00.000Z', endsAt: '2026-03-30T20:00:00.000Z' }
    const later = { startsAt: '2026-03-23T19:00:00.000Z', endsAt: '2026-03-23T21:00:00.000Z' }
    expect(carried(later, own, WINTER)).toMatchObject({
      startsAt: '2026-03-30T17:00:00.000Z',
      endsAt: '2026-03-30T21:00:00.000Z',
    })
    expect(carried({ endsAt: '2026-03-23T21:00:00.000Z' }, own, WINTER)).toMatchObject({
      startsAt: own.startsAt,
      endsAt: '2026-03-30T19:00:00.000Z',
    })
  })

  test('a deadline is added, moved and removed with its distance to the start', () => {
    const rsvpDeadline = '2026-03-22T12:00:00.000Z'
    expect(carried({ rsvpDeadline }, SUMMER, WINTER).rsvpDeadline).toBe('2026-03-29T11:00:00.000Z')
    const own = { ...SUMMER, rsvpDeadline: '2026-03-27T12:00:00.000Z' }
    expect(carried({ title: 'Lunch' }, own, { ...WINTER, rsvpDeadline }).rsvpDeadline).toBe(own.rsvpDeadline)
    expect(
      carryOver(eventEdit(own), eventEdit({ ...WINTER, rsvpDeadline }), eventEdit(WINTER)).rsvpDeadline,
    ).toBeUndefined()
  })

  test('the opening of RSVPs moves with the start', () => {
    const own = { ...SUMMER, rsvpOpensAt: '2026-03-20T12:00:00.000Z' }
    const before = { ...WINTER, rsvpOpensAt: '2026-03-16T12:00:00.000Z' }
    const later = { startsAt: '2026-03-24T18:00:00.000Z', endsAt: '2026-03-24T20:00:00.000Z' }
    expect(carried({ ...later, rsvpOpensAt: '2026-03-17T12:00:00.000Z' }, own, before).rsvpOpensAt).toBe(
      '2026-03-21T12:00:00.000Z',
    )
  })

  test('another zone keeps the local times', () => {
    const after = {
      timeZone: 'Europe/Berlin',
      startsAt: '2026-03-23T17:00:00.000Z',
      endsAt: '2026-03-23T19:00:00.000Z',
    }
    expect(carried(after, SUMMER, WINTER)).toMatchObject({
      timeZone: 'Europe/Berlin',
      startsAt: '2026-03-30T16:00:00.000Z',
      endsAt: '2026-03-30T18:00:00.000Z',
    })
  })

  test('an event that becomes all-day lasts from midnight to midnight', () => {
    const after = { allDay: true, startsAt: '2026-03-23T00:00:00.000Z', endsAt: '2026-03-24T00:00:00.000Z' }
    expect(carried(after, SUMMER, WINTER)).toMatchObject({
      allDay: true,
      startsAt: '2026-03-29T23:00:00.000Z',
      endsAt: '2026-03-30T23:00:00.000Z',
    })
  })

  test('an event that is now in person loses its own link', () => {
    const online = { format: 'online', joinUrl: 'https://one.example' } as const
    expect(
      carried({ format: 'inPerson' }, { ...online, joinUrl: 'https://two.example' }, { format: 'hybrid' }),
    ).not.toHaveProperty('joinUrl')
  })
})
