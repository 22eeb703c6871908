import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { UnreadableFile } from '#client/lib/files/unreadable-file.ts'

import { readBusyFile, readImportedFile } from './read-file.ts'

const OPTIONS = { zone: 'Europe/Lisbon', now: Date.parse('2026-06-01T00:00:00Z') }
const read = (content: string | Uint8Array<ArrayBuffer>) => readImportedFile(new Blob([content]), OPTIONS)
const sample = async (name: string) => read(await readFile(join(import.meta.dirname, 'samples', name)))
const calendar = (...lines: string[]) =>
  read(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'))
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', ...lines, 'END:VEVENT']
const timesIn = ({ events }: Awaited<ReturnType<typeof read>>) =>
  events.map(({ details }) => [details!.startsAt, details!.endsAt, details!.timeZone, details!.allDay])

test.each(['luma', 'meetup'])(
  'a calendar from %s has the same event ids as the attendee lists from there',
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

test('a recurring event is imported as its dates, without exceptions and across a clock change', async () => {
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

const TOO_LONG =
  'Finding the dates of this event takes too long. Export a shorter period, or enter its dates by hand.'
const NO_DATES = 'This event has no date until a year from now.'

test.each([
  ['30 February', ['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'], TOO_LONG],
  ['every second of a month that has passed', ['RRULE:FREQ=SECONDLY;BYMONTH=1;COUNT=999999'], TOO_LONG],
  ['an interval of ages', ['RRULE:FREQ=DAILY;INTERVAL=99999999999'], TOO_LONG],
  ['a Monday that no April has', ['RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15'], NO_DATES],
  [
    '100,000 exceptions',
    ['RRULE:FREQ=WEEKLY', ...Array<string>(100_000).fill('EXDATE:20260105T100000Z')],
    TOO_LONG,
  ],
  ['100,000 dates', Array<string>(100_000).fill('RDATE:20260106T100000Z'), TOO_LONG],
])('an event on %s is an error within seconds', async (_, lines, message) => {
  const started = performance.now()
  const { events, problems } = await calendar(
    ...event('DTSTART:20260201T100000Z', ...lines),
    ...event('DTSTART:20260105T100000Z'),
  )
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(events).toHaveLength(1)
  expect(problems).toEqual([{ row: 3, message }])
})

test('a time zone that changes its clocks on 30 February is an error of its event', async () => {
  const { problems } = await calendar(
    'BEGIN:VTIMEZONE\r\nTZID:Odd\r\nBEGIN:STANDARD\r\nDTSTART:20200101T000000\r\nTZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\r\nEND:STANDARD\r\nEND:VTIMEZONE',
    ...event('DTSTART;TZID=Odd:20260105T100000'),
  )
  expect(problems).toEqual([{ row: 12, message: TOO_LONG }])
})

test('the attendees of a recurring event are read only once', async () => {
  const attendees = Array.from(
    { length: 20_000 },
    (_, at) => `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${at}@example.org`,
  )
  const started = performance.now()
  const { events } = await calendar(
    ...event('DTSTART:20260105T100000Z', 'RRULE:FREQ=DAILY;COUNT=100', ...attendees),
  )
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(events.map((each) => each.attendees.length)).toEqual(Array(100).fill(20_000))
})

test.each([
  ['DTSTART:20261341T100000Z', '20261341T100000Z'],
  ['DTSTART:20260230T100000Z', '20260230T100000Z'],
  ['DTSTART;VALUE=DATE:20260431', '20260431'],
  ['DTSTART:20260105T250000Z', '20260105T250000Z'],
  ['DTSTART:20260105T240000Z', '20260105T240000Z'],
  ['DTSTART:20260105T106000Z', '20260105T106000Z'],
  ['DTSTART:20260105T100061Z', '20260105T100061Z'],
  ['DTSTART:20260105T100000Z\r\nDTEND:20260132T100000Z', '20260132T100000Z'],
  ['DTSTART:20260105T100000Z\r\nRRULE:FREQ=DAILY;UNTIL=20260230T000000Z', '20260230T000000Z'],
  [
    'DTSTART:20260105T100000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEXDATE:20260106T100000Z,20260106T250000Z',
    '20260106T250000Z',
  ],
  ['DTSTART:20260105T100000Z\r\nRDATE;VALUE=PERIOD:20260230T100000Z/PT1H', '20260230T100000Z'],
])('the impossible date in %j is named, and not moved to another day', async (lines, text) => {
  const { events, problems } = await calendar(...event(lines))
  expect(events).toEqual([])
  expect(problems).toEqual([{ row: 3, message: `“${text}” is not a possible date or time.` }])
})

test('an impossible date of an exception is an error of its event, which is not imported', async () => {
  const { events, problems } = await calendar(
    ...event('DTSTART:20260105T100000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
    ...event('RECURRENCE-ID:20260106T100000Z', 'DTSTART:20260106T250000Z'),
  )
  expect(events).toEqual([])
  expect(problems).toEqual([{ row: 3, message: '“20260106T250000Z” is not a possible date or time.' }])
})

test('a leap second is accepted, and an end before the start is left to the event’s validation', async () => {
  expect(timesIn(await calendar(...event('DTSTART:20161231T235960Z', 'DURATION:-PT90M')))).toEqual([
    ['2017-01-01T00:00:00.000Z', '2016-12-31T22:30:00.000Z', 'Europe/Lisbon', false],
  ])
})

test('an end is read in its own time zone, and one that the file does not define is an error', async () => {
  const { events, problems } = await calendar(
    ...event('DTSTART;TZID=Europe/Lisbon:20260105T100000', 'DTEND;TZID=America/New_York:20260105T100000'),
    ...event('DTSTART:20260105T100000Z', 'DTEND;TZID=Mars:20260105T110000'),
  )
  expect(events.map(({ details }) => [details!.startsAt, details!.endsAt])).toEqual([
    ['2026-01-05T10:00:00.000Z', '2026-01-05T15:00:00.000Z'],
  ])
  expect(problems).toEqual([{ row: 9, message: 'The file does not define its time zone “Mars”.' }])
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

const busy = async (...lines: string[]) => {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const found = await readBusyFile(new Blob([text]), { ...OPTIONS, until: OPTIONS.now + 14 * DAY })
  return {
    ...found,
    times: found.times.map((time) =>
      [time.start, time.end].map((at) => new Date(at).toISOString().slice(5, 16)),
    ),
  }
}

test('busy times are those of the coming days, with the dates of a daily event that began years ago', async () => {
  const found = await busy(
    ...event('DTSTART;TZID=Europe/Berlin:20190101T090000', 'DURATION:PT15M', 'RRULE:FREQ=DAILY;INTERVAL=7'),
    ...event('DTSTART:20260531T220000Z', 'DTEND:20260601T003000Z'),
    ...event('DTSTART;VALUE=DATE:20260603', 'DTEND;VALUE=DATE:20260605'),
    ...event('DTSTART:20260531T100000Z', 'DTEND:20260531T110000Z'),
    ...event('DTSTART:20260615T100000Z', 'DTEND:20260615T110000Z'),
  )
  expect(found).toEqual({
    unread: 0,
    times: [
      ['06-02T07:00', '06-02T07:15'],
      ['06-09T07:00', '06-09T07:15'],
      ['05-31T22:00', '06-01T00:30'],
      ['06-02T23:00', '06-04T23:00'],
    ],
  })
})

test('free and cancelled events take no time, and a moved date takes its new one', async () => {
  const one = ['DTSTART:20260602T100000Z', 'DTEND:20260602T110000Z']
  const found = await busy(
    ...event(...one, 'TRANSP:TRANSPARENT'),
    ...event(...one, 'STATUS:CANCELLED'),
    ...event('DTSTART:20260602T100000Z'),
    'BEGIN:VEVENT',
    'UID:weekly',
    'DTSTART:20260602T120000Z',
    'DTEND:20260602T130000Z',
    'RRULE:FREQ=WEEKLY',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:weekly',
    'RECURRENCE-ID:20260602T120000Z',
    'DTSTART:20260801T120000Z',
    'DTEND:20260801T130000Z',
    'END:VEVENT',
  )
  expect(found).toEqual({ unread: 0, times: [['06-09T12:00', '06-09T13:00']] })
})

test('busy times of events that cannot be read are counted, and a table is refused', async () => {
  const broken = event('DTSTART:20260641T100000Z', 'DTEND:20260641T110000Z')
  expect(await busy(...broken)).toEqual({ unread: 1, times: [] })
  const table = new Blob(['Name,Email'])
  await expect(readBusyFile(table, { ...OPTIONS, until: OPTIONS.now })).rejects.toThrow(UnreadableFile)
})
