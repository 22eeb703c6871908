import { describe, expect, test } from 'vitest'

import type { EventDetails, EventEdit } from '#shared/events/schema.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { partOf } from '#server/tools/part-of.ts'

import { draftOf, editOf, type EventDraft, newDraft } from './fields/event-draft.ts'
import { publishedRules, readChanges, readEvent } from './read-event.ts'

const supper: EventEdit = {
  title: 'A supper at the mill',
  summary: 'Bring bread.',
  description: '## By the river',
  startsAt: '2026-12-03T18:00:00.000Z',
  endsAt: '2026-12-03T21:30:00.000Z',
  allDay: false,
  timeZone: 'Europe/Lisbon',
  format: 'hybrid',
  venue: { name: 'The old mill', address: { city: 'Porto', country_code: 'PT' } },
  joinUrl: 'https://meet.example.org/mill',
  cover: 'a'.repeat(64),
  visibility: 'public',
  capacity: 40,
  guestsMax: 2,
  joinMode: 'request',
  rsvpOpensAt: '2026-11-01T12:00:00.000Z',
  rsvpDeadline: '2026-12-01T12:00:00.000Z',
  hosts: ['ada'],
  editors: ['ada'],
  helpers: ['ben'],
  tags: ['food', 'river'],
}
const { venue: _venue, joinUrl: _url, capacity: _seats, rsvpDeadline: _until, ...limits } = supper
const { joinMode: _mode, rsvpOpensAt: _opens, editors: _editors, helpers: _helpers, ...bare } = limits

const ADA = { id: 'ada', displayName: 'Ada' }
const BEN = { id: 'ben', displayName: 'Ben' }
const draft = (more: Partial<EventDraft> = {}, edit: EventEdit = supper) => ({
  ...draftOf(edit, [ADA]),
  ...more,
})
/** The edit as it is sent: JSON leaves out what is undefined. */
const edited = (read: ReturnType<typeof readEvent>) =>
  JSON.parse(JSON.stringify('edit' in read ? read.edit : read.errors))
const wall = (text: string) => ({ date: text.slice(0, 10), time: text.slice(11) })

describe('an unedited draft', () => {
  test.each<[string, EventEdit]>([
    ['every field', supper],
    ['only required fields', bare],
    ['a venue without a name', { ...bare, venue: { name: '', address: { city: 'Porto' } } }],
    [
      'an all-day event',
      {
        ...supper,
        allDay: true,
        timeZone: 'Asia/Tokyo',
        startsAt: '2026-12-02T15:00:00.000Z',
        endsAt: '2026-12-04T15:00:00.000Z',
      },
    ],
    [
      'a day that begins at one, where summer time begins at midnight',
      {
        ...bare,
        allDay: true,
        timeZone: 'Asia/Beirut',
        startsAt: '2026-03-28T22:00:00.000Z',
        endsAt: '2026-03-29T21:00:00.000Z',
      },
    ],
    [
      'the first and the second of two equal hours',
      { ...bare, startsAt: '2026-10-25T00:30:00.000Z', endsAt: '2026-10-25T01:30:00.000Z' },
    ],
    [
      'seconds, which the fields do not show',
      { ...supper, startsAt: '2026-12-03T18:00:12.345Z', rsvpDeadline: '2026-12-01T12:00:59.000Z' },
    ],
  ])('an unedited draft is sent unchanged: %s', (_, edit) => {
    expect(readEvent(draft({}, edit), edit)).toEqual({ edit })
  })
})

test('the edit of an unedited form equals the event’s details from the server', () => {
  const { cover: _, ...details } = supper
  const event = {
    ...details,
    id: 'supper',
    version: 3,
    status: 'published',
    joinMode: 'request',
    needsRequest: false,
    right: 'manage',
    hasRsvps: false,
    seats: { going: 0, left: 40, waiting: 0 },
    hosts: [ADA],
    helpers: [BEN],
    faces: [],
    connectionsGoing: 0,
  } satisfies EventDetails
  expect(editOf(event)).toEqual({ ...supper, cover: '' })
})

test('a new event lacks only a title, and starts in a week in the organiser’s time zone', () => {
  const fresh = newDraft('Asia/Kathmandu', ADA)
  expect(readEvent(fresh)).toEqual({ errors: { title: 'Enter a title (at least 3 characters).' } })
  const { startsAt, endsAt, hosts } = edited(readEvent({ ...fresh, title: 'Tea' })) as EventEdit
  expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(2 * HOUR)
  expect(startsAt).toMatch(/T12:15:00.000Z$/)
  expect(hosts).toEqual(['ada'])
})

describe('clock changes', () => {
  test.each([
    ['2027-03-28T01:30', 'earlier', '2027-03-28T00:30:00.000Z'],
    ['2027-03-28T01:30', 'later', '2027-03-28T01:30:00.000Z'],
    ['2027-10-31T01:30', 'earlier', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31T01:30', 'later', '2027-10-31T01:30:00.000Z'],
  ] as const)('%s in Lisbon is ambiguous, and the %s instant is %s', (text, choice, instant) => {
    const endsAt = wall(`${text.slice(0, 10)}T20:00`)
    expect(readEvent(draft({ startsAt: wall(text), endsAt }), supper)).toEqual({
      errors: { startsAt: 'The clocks change then. Choose which time you mean.' },
    })
    const chosen = draft({ startsAt: { ...wall(text), choice }, endsAt })
    expect(readEvent(chosen, supper)).toMatchObject({ edit: { startsAt: instant } })
  })

  test('choosing the other of two equal hours is a change', () => {
    const edit = { ...bare, startsAt: '2026-10-25T00:30:00.000Z', endsAt: '2026-10-25T04:00:00.000Z' }
    const { startsAt } = draftOf(edit, [])
    expect(startsAt.choice).toBe('earlier')
    const later = draft({ startsAt: { ...startsAt, choice: 'later' } }, edit)
    expect(readEvent(later, edit)).toMatchObject({ edit: { startsAt: '2026-10-25T01:30:00.000Z' } })
  })
})

test('the same clock times in another zone are sent as other instants', () => {
  expect(readEvent(draft({ timeZone: 'Asia/Tokyo' }), supper)).toMatchObject({
    edit: { startsAt: '2026-12-03T09:00:00.000Z', rsvpDeadline: '2026-12-01T03:00:00.000Z' },
  })
})

test('an all-day event ends with its last day, and needs no times', () => {
  const days = draft({ allDay: true, startsAt: wall('2027-03-27T'), endsAt: wall('2027-03-28T') })
  expect(readEvent(days)).toMatchObject({
    edit: { startsAt: '2027-03-27T00:00:00.000Z', endsAt: '2027-03-28T23:00:00.000Z' },
  })
  expect(readEvent({ ...days, endsAt: wall('') })).toEqual({ errors: { endsAt: 'Enter a date.' } })
})

test.each<[keyof EventDraft, Partial<EventDraft>]>([
  ['title', { title: '  ab ' }],
  ['startsAt', { startsAt: wall('2026-12-03T') }],
  ['endsAt', { endsAt: { date: '', time: '20:00' } }],
  ['rsvpDeadline', { rsvpDeadline: wall('2026-12-01T') }],
  ['rsvpOpensAt', { rsvpOpensAt: wall('2026-12-01T12:00') }],
  ['rsvpDeadline', { rsvpDeadline: { date: '', time: '10:00' } }],
  ['capacity', { capacity: '0' }],
  ['capacity', { capacity: '10001' }],
  ['capacity', { capacity: '1.5' }],
  ['capacity', { capacity: 'many' }],
  ['title', { title: 'a b' }],
  ['endsAt', { endsAt: wall('2026-12-03T18:00') }],
  ['endsAt', { endsAt: wall('2027-02-03T18:00') }],
  ['rsvpDeadline', { rsvpDeadline: wall('2026-12-03T18:01') }],
  ['guestsMax', { capacity: '2' }],
  ['joinUrl', { joinUrl: 'http://meet.example.org' }],
  ['joinUrl', { joinUrl: 'https://bank.example@evil.example' }],
])('an invalid %s %j is found without the server', (field, more) => {
  expect(Object.keys((readEvent(draft(more)) as { errors: object }).errors)).toEqual([field])
})

test('one attempt finds all errors, also of values that depend on each other', () => {
  const typed = draft({
    title: '',
    endsAt: wall('2026-12-03T17:00'),
    rsvpDeadline: wall('2026-12-04T12:00'),
    joinUrl: 'meet.example.org',
    capacity: '1',
  })
  expect(readEvent(typed)).toEqual({
    errors: {
      title: 'Enter a title (at least 3 characters).',
      endsAt: 'The end must be after the start.',
      rsvpDeadline: 'The RSVP deadline can’t be after the start.',
      joinUrl: 'Enter an address that starts with https://.',
      guestsMax: 'Must be lower than the number of seats.',
    },
  })
})

test('missing fields of a published event are reported together with the other errors', () => {
  const now = Date.parse('2026-11-01T12:00:00Z')
  const typed = draft({ title: '', startsAt: wall('2026-10-31T18:00'), venue: { name: '', address: {} } })
  const errorsAs = (status: EventDetails['status']) =>
    readChanges(typed, supper, 'none', publishedRules({ status }, supper, now))
  const always = {
    title: 'Enter a title (at least 3 characters).',
    rsvpDeadline: 'The RSVP deadline can’t be after the start.',
    endsAt: 'An event can last up to 31 days.',
  }
  expect(errorsAs('draft')).toEqual({ errors: always })
  const published = { startsAt: 'The start must be in the future.', 'venue.name': 'Enter a venue.' }
  expect(errorsAs('published')).toEqual({ errors: { ...always, ...published } })
})

test.each([
  ['1', 1],
  ['10000', 10_000],
])('a capacity of %s is valid', (capacity, number) => {
  expect(readEvent(draft({ capacity, guestsMax: '0' }))).toMatchObject({ edit: { capacity: number } })
})

test('empty fields and fields of another format are left out', () => {
  const spaces = {
    joinUrl: ' ',
    capacity: '',
    rsvpDeadline: wall(''),
    tags: [' food', '', 'food'],
    venue: { name: ' ', address: { city: ' ' } },
  }
  const edit = edited(readEvent(draft(spaces)))
  expect(Object.keys(edit)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/venue|joinUrl|capacity|rsvpDeadline/)]),
  )
  expect(edit).toMatchObject({ tags: ['food'] })
  expect(edited(readEvent(draft({ format: 'online' })))).not.toHaveProperty('venue')
  expect(edited(readEvent(draft({ format: 'inPerson' })))).not.toHaveProperty('joinUrl')
})

test('a venue that a merge left incomplete can be read', () => {
  const parts = partOf<EventEdit>({ ...bare, venue: { address: { city: 'Porto' } } as EventEdit['venue'] })
  expect(draft({}, parts).venue).toEqual({ name: '', address: { city: 'Porto' } })
})

describe('locked fields keep their saved values, whatever was typed before', () => {
  const typed = draft({
    title: 'Another title',
    summary: 'It was a good night.',
    startsAt: wall(''),
    endsAt: wall('2026-12-03T23:00'),
    timeZone: 'Asia/Tokyo',
    tags: ['memories'],
  })

  test('the start and its zone keep their saved values after the start', () => {
    expect(readChanges(typed, supper, 'start')).toEqual({
      edit: {
        ...supper,
        title: 'Another title',
        summary: 'It was a good night.',
        endsAt: '2026-12-03T23:00:00.000Z',
        tags: ['memories'],
      },
    })
  })

  test('all fields except summary, description, cover and tags keep their saved values after the end', () => {
    expect(readChanges(typed, supper, 'most')).toEqual({
      edit: { ...supper, summary: 'It was a good night.', tags: ['memories'] },
    })
  })
})
