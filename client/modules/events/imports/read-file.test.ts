import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { UnreadableFile } from '#client/lib/files/read-table.ts'

import { readImportedFile } from './read-file.ts'

const OPTIONS = { zone: 'Europe/Lisbon', now: Date.parse('2026-06-01T00:00:00Z') }
const read = (content: string | Uint8Array<ArrayBuffer>) => readImportedFile(new Blob([content]), OPTIONS)
const sample = async (name: string) => read(await readFile(join(import.meta.dirname, 'samples', name)))
const calendar = (...lines: string[]) =>
  read(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'))
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', ...lines, 'END:VEVENT']
const timesIn = ({ events }: Awaited<ReturnType<typeof read>>) =>
  events.map(({ details }) => [details!.startsAt, details!.endsAt, details!.timeZone, details!.allDay])

test('a list of guests from Luma names its event by an id, and only approved guests count', async () => {
  expect(await sample('luma-guests.csv')).toEqual({
    source: 'luma',
    unit: 'row',
    events: [
      {
        row: 2,
        sourceId: 'evt-NKXctR3fMVfX24o',
        attendees: [
          {
            email: 'ada@example.org',
            guests: 0,
            answeredAt: '2026-03-01T10:00:00.000Z',
            checkedInAt: '2026-03-05T18:05:12.345Z',
          },
          { email: 'grace@example.org', guests: 0, answeredAt: '2026-03-02T11:00:00.000Z' },
        ],
        withoutAddress: 0,
        notes: [],
      },
    ],
    problems: [{ row: 6, message: 'There is no email address.' }],
    notComing: 2,
  })
})

test('attendees from Eventbrite are counted by address, with their guests and check-ins', async () => {
  const { source, events, notComing } = await sample('eventbrite-attendees.csv')
  expect({ source, notComing }).toEqual({ source: 'eventbrite', notComing: 1 })
  expect(events).toEqual([
    {
      row: 2,
      attendees: [
        { email: 'ada@example.org', guests: 1, checkedInAt: '' },
        { email: 'ben@example.org', guests: 0 },
      ],
      withoutAddress: 0,
      notes: [],
    },
  ])
})

test('orders of several Eventbrite events become these events, at the local times of their zones', async () => {
  const { events, problems } = await sample('eventbrite-orders.csv')
  expect(problems).toEqual([])
  expect(events).toMatchObject([
    {
      row: 2,
      sourceId: '1110001',
      details: {
        title: 'Winter supper',
        startsAt: '2025-01-21T02:00:00.000Z',
        endsAt: '2025-01-21T04:00:00.000Z',
        timeZone: 'America/Los_Angeles',
        place: 'The hall, 1 Main St, San Diego',
      },
      attendees: [{ email: 'ada@example.org', guests: 1 }, { email: 'ben@example.org' }],
      notes: ['The file has no end time, so we assume 2 hours.'],
    },
    // The clocks skip 2:30 on that day.
    { row: 4, sourceId: '1110002', details: { startsAt: '2025-03-09T10:30:00.000Z', place: 'Online' } },
  ])
})

test('a list of attendees from Meetup has numbers of people and no addresses', async () => {
  expect(await sample('meetup-attendees.csv')).toEqual({
    source: 'meetup',
    unit: 'row',
    events: [{ row: 2, attendees: [], withoutAddress: 2, notes: [] }],
    problems: [],
    notComing: 1,
  })
})

test('a list of events with semicolons in Windows-1252 is read, and each row with an error is named', async () => {
  const { source, events, problems } = await sample('event-list.csv')
  expect(source).toBe('eventbrite')
  expect(events).toMatchObject([
    {
      row: 2,
      sourceId: '2220001',
      details: {
        title: 'Jürgens Abend',
        startsAt: '2025-11-13T18:00:00.000Z',
        endsAt: '2025-11-13T21:00:00.000Z',
      },
    },
  ])
  expect(problems).toEqual([
    { row: 3, message: 'Cancelled events are not imported.' },
    { row: 4, message: '“Mars/Base” is not a time zone. Use a name like Europe/Lisbon.' },
  ])
})

test.each(['luma', 'meetup'])(
  'a calendar of %s names its events as its lists of attendees do',
  async (source) => {
    const file = await sample(`${source}-calendar.ics`)
    expect(file.source).toBe(source)
    expect(file.events).toMatchObject([
      source === 'luma'
        ? {
            row: 5,
            sourceId: 'evt-NKXctR3fMVfX24o',
            details: {
              title: 'Founders’ supper, spring',
              place: 'The hall, 1 Main St, Lisbon',
              timeZone: 'Europe/Lisbon',
            },
          }
        : {
            sourceId: '311234567',
            details: {
              title: 'November meetup',
              startsAt: '2025-11-12T18:30:00.000Z',
              timeZone: 'Europe/London',
              place: 'The Office, 1 High Street, London, gb',
            },
          },
    ])
  },
)

test('a repeated event becomes its dates, without exceptions and across the change of the clocks', async () => {
  const { events, problems } = await sample('google-calendar.ics')
  const weekly = events.filter(({ sourceId }) => sourceId!.startsWith('weekly123@google.com '))
  expect(weekly.map(({ details }) => [details!.title, details!.startsAt])).toEqual([
    ['Weekly round', '2026-03-18T18:00:00.000Z'],
    ['Weekly round', '2026-04-01T17:00:00.000Z'],
    ['Weekly round, a day later', '2026-04-09T17:00:00.000Z'],
  ])
  expect(new Set(weekly.map(({ sourceId }) => sourceId)).size).toBe(3)
  expect(weekly[0]!.attendees).toEqual([{ email: 'ada@example.org', guests: 1 }])
  expect(problems).toEqual([{ row: 62, message: 'Cancelled events are not imported.' }])
})

test('all-day events last from midnight to midnight, and floating times are in the zone of the calendar', async () => {
  const { events } = await sample('google-calendar.ics')
  expect(events.slice(3).map(({ details, notes }) => ({ ...details, notes }))).toMatchObject([
    {
      title: 'Retreat',
      allDay: true,
      startsAt: '2026-03-28T23:00:00.000Z',
      endsAt: '2026-03-30T22:00:00.000Z',
      timeZone: 'Europe/Berlin',
    },
    {
      title: 'Floating walk',
      startsAt: '2026-05-01T08:00:00.000Z',
      endsAt: '2026-05-01T10:00:00.000Z',
      joinUrl: 'https://meet.google.com/abc-defg-hij',
      notes: ['The file has no end time, so we assume 2 hours.'],
    },
  ])
})

test('a zone with a name of its own is read by the file’s definition, and one without a definition is an error', async () => {
  const file = await sample('outlook.ics')
  expect(timesIn(file)).toEqual([
    ['2026-07-01T16:00:00.000Z', '2026-07-01T17:30:00.000Z', 'Europe/Lisbon', false],
  ])
  expect(file.problems).toEqual([
    { row: 31, message: 'The file does not define its time zone “Nowhere Time”.' },
  ])
})

test.each([
  ['never ends', 'RRULE:FREQ=SECONDLY'],
  ['has too many dates', 'RRULE:FREQ=DAILY;COUNT=105'],
])('an event that %s is an error', async (_, rule) => {
  const { events, problems } = await calendar(...event('DTSTART:20260105T100000Z', rule))
  expect(events).toEqual([])
  expect(problems).toEqual([
    {
      row: 3,
      message: 'This event takes place more than 104 times until a year from now. Export a shorter period.',
    },
  ])
})

test('an event that cannot be read does not stop the others', async () => {
  const { events, problems } = await calendar(
    ...event('DTSTART:soon'),
    ...event('DTSTART:20260105T100000Z', 'DURATION:PT90M'),
    ...event(),
  )
  expect(events.map(({ row, details }) => [row, details!.endsAt])).toEqual([[8, '2026-01-05T11:30:00.000Z']])
  expect(problems.map(({ row }) => row)).toEqual([3, 14])
})

test.each([
  ['is not one of the exports', 'Name,Shoe size\nAda,38\n', /not those of an export/],
  ['has only headings', 'Name,User ID,RSVP\n', /no rows under the headings/],
  ['is empty', '', /no rows/],
  ['is a calendar without events', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR', /no events/],
  ['is half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1', /damaged or incomplete/],
  ['is a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4]), /Save it as CSV/],
  ['has 100 MB', new Uint8Array(100_000_000), /too large: 100 MB/],
])('a file that %s gets a clear answer', async (_, content, message) => {
  const reading = read(content)
  await expect(reading).rejects.toThrow(UnreadableFile)
  await expect(reading).rejects.toThrow(message)
})

const LIST = 'Event name,Event start date,Event start time,Event location'

test.each([
  ['2026-03-05,18:30', '2026-03-05T18:30:00.000Z'],
  ['"March 5, 2026",6:30 PM', '2026-03-05T18:30:00.000Z'],
  ['5 Mar 2026,6pm', '2026-03-05T18:00:00.000Z'],
  ['"Thursday, March 5, 2026 at 6:30 PM",', '2026-03-05T18:30:00.000Z'],
  ['2026-03-05 18:30:00,', '2026-03-05T18:30:00.000Z'],
  ['2026-03-05T18:30:00+02:00,', '2026-03-05T16:30:00.000Z'],
  ['05.03.2026,12:00 am', '2026-03-05T00:00:00.000Z'],
])('the time %s is read', async (time, instant) => {
  // Another row shows the order of days and months.
  const { events } = await read(`${LIST}\nOne,${time},Hall\nTwo,31/01/2026,10:00,Hall\n`)
  expect(events[0]!.details!.startsAt).toBe(instant)
})

test.each([
  ['05/03/2026,18:30', '“05/03/2026” could be two different days. Use dates like 2026-03-05 in the file.'],
  ['2026-02-30,18:30', '“2026-02-30” is not a date. Use one like 2026-03-05.'],
  ['2026-03-05,25:00', '“25:00” is not a time. Use one like 18:30.'],
  ['2026-03-05,', '“” is not a time. Use one like 18:30.'],
])('the time %s is an error, never a guess', async (time, message) => {
  const { events, problems } = await read(`${LIST}\nOne,${time},Hall\n`)
  expect(events).toEqual([])
  expect(problems).toEqual([{ row: 2, message }])
})

test('a repeated row of a list and a text beyond all limits are errors of their rows', async () => {
  const row = 'One,2026-03-05,18:30,Hall'
  const { events, problems } = await read(
    `${LIST}\n${row}\n\n${row}\nTwo,2026-03-06,18:30,${'x'.repeat(3_000)}\n`,
  )
  expect(events.map((each) => each.row)).toEqual([2])
  expect(problems).toEqual([
    { row: 4, message: 'Row 2 has the same event.' },
    { row: 5, message: 'A text is longer than 2,100 characters.' },
  ])
})

test('more guests than one person can bring are named, and what is no address is left out', async () => {
  const { events, problems } = await read(
    'Order #,Email,Quantity,Attendee Status\n1,ada@example.org,9,Attending\n2,=cmd|calc,1,Attending\n',
  )
  expect(events[0]!.attendees).toEqual([{ email: 'ada@example.org', guests: 5 }])
  expect(problems).toEqual([
    { row: 2, message: 'At most 5 guests of one person are counted.' },
    { row: 3, message: '“=cmd|calc” is not an email address.' },
  ])
})
