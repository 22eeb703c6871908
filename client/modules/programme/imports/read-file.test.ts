import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { UnreadableFile } from '#client/lib/files/unreadable-file.ts'

import { readImportedFile } from './read-file.ts'

const OPTIONS = { zone: 'Europe/Lisbon', now: Date.parse('2026-06-01T00:00:00Z') }
const read = (content: string | Uint8Array<ArrayBuffer>) => readImportedFile(new Blob([content]), OPTIONS)
const sample = async (name: string) => read(await readFile(join(import.meta.dirname, 'samples', name)))

test('a guest list from Luma has its event’s id, and only its approved guests are imported', async () => {
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

test('an attendee list from Meetup has a number of people, and no addresses', async () => {
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
  ['2026-03-05,18:30:61', '“18:30:61” is not a time. Use one like 18:30.'],
  ['2026-02-30T18:30:00Z,', '“2026-02-30T18:30:00Z” is not a date. Use one like 2026-03-05.'],
  ['2026-03-05 25:00:00+02:00,', '“2026-03-05 25:00:00+02:00” is not a date. Use one like 2026-03-05.'],
])('the time %s is an error, never a guess', async (time, message) => {
  const { events, problems } = await read(`${LIST}\nOne,${time},Hall\n`)
  expect(events).toEqual([])
  expect(problems).toEqual([{ row: 2, message }])
})

test.each([
  'Seats',
  'Capacity',
  'Event capacity',
  'Total capacity',
  'Max attendees',
  'Attendee limit',
  'RSVP limit',
])('the column %s has the number of seats', async (heading) => {
  const { events } = await read(
    `${LIST},${heading}\nOne,2026-03-05,18:30,Hall,40\nTwo,2026-03-06,18:30,Hall,\n`,
  )
  expect(events.map(({ details }) => details!.capacity)).toEqual([40, undefined])
})

test.each(['many', '0', '-3', '2.5', '10001'])('%s seats are an error of their row', async (seats) => {
  const { events, problems } = await read(`${LIST},Seats\nOne,2026-03-05,18:30,Hall,${seats}\n`)
  expect(events).toEqual([])
  const message = `“${seats}” is not a number of seats. Use a whole number from 1 to 10,000, or leave it empty for no limit.`
  expect(problems).toEqual([{ row: 2, message }])
})

test('a very long time is refused at once, and only its beginning is quoted', async () => {
  const long = '0000 0:00'.repeat(50_000)
  const started = performance.now()
  const { problems } = await read(`${LIST}\nOne,${long},Hall\n`)
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(problems).toEqual([
    { row: 2, message: `“${long.slice(0, 60)}…” is not a date. Use one like 2026-03-05.` },
  ])
})

test('a repeated row and a text that is too long are errors of their rows', async () => {
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

test('guests above the limit are reported, and an invalid address is left out', async () => {
  const { events, problems } = await read(
    'Order #,Email,Quantity,Attendee Status\n1,ada@example.org,9,Attending\n2,=cmd|calc,1,Attending\n',
  )
  expect(events[0]!.attendees).toEqual([{ email: 'ada@example.org', guests: 5 }])
  expect(problems).toEqual([
    { row: 2, message: 'At most 5 guests of one person are counted.' },
    { row: 3, message: '“=cmd|calc” is not an email address.' },
  ])
})
