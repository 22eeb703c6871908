import { assert, constantFrom, date, integer, oneof, property } from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'

import { type CalendarEntry, writeCalendar } from './ical.ts'

const entry: CalendarEntry = {
  uid: 'e1@guildhall.test',
  sequence: 3,
  changedAt: '2026-01-02T03:04:05.678Z',
  status: 'CONFIRMED',
  title: 'Breakfast',
  startsAt: '2026-07-01T06:30:00.000Z',
  endsAt: '2026-07-01T08:00:00.000Z',
  allDay: false,
  timeZone: 'Europe/London',
  description: '',
  location: '',
}
const write = (...changes: Partial<CalendarEntry>[]) =>
  writeCalendar({
    product: 'Guildhall',
    entries: changes.map((change) => ({ ...entry, ...change })),
  })
const read = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[])

/** Parses entries like a calendar that knows only the zones in the file. */
function readEntries(text: string) {
  const calendar = read(text)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const instant = (time: InstanceType<typeof ICAL.Time>) => {
      expect(time.zone).not.toBe(ICAL.Timezone.localTimezone)
      return new Date(time.toUnixTime() * 1000).toISOString()
    }
    return { event, startsAt: () => instant(event.startDate), endsAt: () => instant(event.endDate) }
  })
}

describe('times as another program reads them', () => {
  test.for([
    ['summer in a zone with winter', 'Europe/London', '2026-07-01T06:30:00.000Z', 90],
    ['winter', 'Europe/London', '2026-01-15T06:30:00.000Z', 90],
    ['the minute before the clocks go forward', 'Europe/London', '2026-03-29T00:59:00.000Z', 60],
    ['the moment the clocks go forward', 'Europe/London', '2026-03-29T01:00:00.000Z', 60],
    ['across the hour that is missing', 'America/New_York', '2026-03-08T06:30:00.000Z', 120],
    ['the first of two equal hours', 'Europe/London', '2026-10-25T00:30:00.000Z', 15],
    ['the second of two equal hours', 'Europe/London', '2026-10-25T01:30:00.000Z', 15],
    ['from the first to the second of two equal hours', 'Europe/London', '2026-10-25T00:30:00.000Z', 60],
    ['a change of half an hour', 'Australia/Lord_Howe', '2026-10-03T15:31:00.000Z', 60],
    ['half an hour that comes twice', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', 60],
    ['before that half hour', 'Australia/Lord_Howe', '2026-04-04T13:45:00.000Z', 600],
    ['a standard time in summer', 'Europe/Dublin', '2026-07-01T06:30:00.000Z', 90],
    ['its winter', 'Europe/Dublin', '2026-12-01T06:30:00.000Z', 90],
    ['a month of fasting on other time', 'Africa/Casablanca', '2026-03-01T06:30:00.000Z', 90],
    ['after that month', 'Africa/Casablanca', '2026-04-01T06:30:00.000Z', 90],
    ['a zone that changed once, long ago', 'Asia/Kathmandu', '2026-07-01T06:30:00.000Z', 90],
    ['a zone whose last change was in 1951', 'Asia/Tokyo', '2026-07-01T06:30:00.000Z', 90],
    ['a zone that never changed', 'Etc/GMT+5', '2026-07-01T06:30:00.000Z', 90],
    ['no zone', 'UTC', '2026-07-01T06:30:00.000Z', 90],
    ['a zone that gave summer time up', 'America/Sao_Paulo', '2026-01-15T12:00:00.000Z', 90],
    ['while it still had it', 'America/Sao_Paulo', '2019-02-16T12:00:00.000Z', 24 * 60],
    ['half an hour west', 'America/St_Johns', '2026-07-01T06:30:00.000Z', 90],
    ['the end of the year', 'Pacific/Auckland', '2026-12-31T10:30:00.000Z', 120],
    ['the far end of the day', 'Pacific/Kiritimati', '2026-12-31T10:30:00.000Z', 120],
    ['a month across a change', 'America/Santiago', '2026-03-20T15:00:00.000Z', 30 * 24 * 60],
    ['a leap day', 'Europe/Zurich', '2028-02-29T22:30:00.000Z', 90],
  ] as const)('another program reads the intended time: %s (%s)', ([_what, timeZone, startsAt, minutes]) => {
    const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
    const [found] = readEntries(write({ timeZone, startsAt, endsAt }))
    expect([found?.startsAt(), found?.endsAt()]).toEqual([startsAt, endsAt])
  })

  test('times are correct in any zone, at any time, for any length', () => {
    const zones = constantFrom(...Intl.supportedValuesOf('timeZone'))
    const times = date({ min: new Date('2015-01-01'), max: new Date('2045-01-01'), noInvalidDate: true })
    const lengths = oneof(constantFrom(900, 3600, 5400), integer({ min: 1, max: 31 * 24 * 3600 }))
    assert(
      property(zones, times, lengths, (timeZone, from, seconds) => {
        const start = Math.floor(from.getTime() / 1000) * 1000
        const [startsAt, endsAt] = [start, start + seconds * 1000].map((at) => new Date(at).toISOString())
        const [found] = readEntries(write({ timeZone, startsAt: startsAt!, endsAt: endsAt! }))
        expect([found?.startsAt(), found?.endsAt()]).toEqual([startsAt, endsAt])
      }),
      { numRuns: 1_000 },
    )
  })

  test('times of many events in one zone over the years are correct', () => {
    const days = Array.from({ length: 120 }, (_, index) => Date.UTC(2026, 0, 1 + index * 17, 11, 15))
    const starts = days.map((day) => new Date(day).toISOString())
    const ends = days.map((day) => new Date(day + HOUR).toISOString())
    for (const timeZone of ['America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Asia/Tokyo']) {
      const text = write(...starts.map((startsAt, at) => ({ timeZone, startsAt, endsAt: ends[at]! })))
      expect(readEntries(text).map((found) => found.startsAt())).toEqual(starts)
    }
  })

  test('an entry has local times, and each zone is defined once', () => {
    const text = write({}, {}, { timeZone: 'Asia/Tokyo' })
    expect(text).toContain('DTSTART;TZID=Europe/London:20260701T073000\r\n')
    expect(text.match(/^TZID:.*$/gm)).toEqual(['TZID:Europe/London', 'TZID:Asia/Tokyo'])
  })
})

describe('whole days', () => {
  test.for([
    ['one day', 'Europe/London', '2026-06-30T23:00:00Z', '2026-07-01T23:00:00Z', '2026-07-01', '2026-07-02'],
    [
      'the day the clocks change',
      'Europe/London',
      '2026-10-24T23:00:00Z',
      '2026-10-26T00:00:00Z',
      '2026-10-25',
      '2026-10-26',
    ],
    [
      'across it',
      'America/New_York',
      '2026-03-07T05:00:00Z',
      '2026-03-10T04:00:00Z',
      '2026-03-07',
      '2026-03-10',
    ],
    [
      'a day without a midnight',
      'America/Santiago',
      '2026-09-06T04:00:00Z',
      '2026-09-07T03:00:00Z',
      '2026-09-06',
      '2026-09-07',
    ],
    [
      'over the new year',
      'Pacific/Auckland',
      '2026-12-30T11:00:00Z',
      '2027-01-01T11:00:00Z',
      '2026-12-31',
      '2027-01-02',
    ],
    [
      'until a minute to midnight',
      'UTC',
      '2026-05-01T00:00:00Z',
      '2026-05-01T23:59:00Z',
      '2026-05-01',
      '2026-05-02',
    ],
  ] as const)(
    'another program reads the intended whole days: %s (%s)',
    ([_what, timeZone, startsAt, endsAt, first, dayAfter]) => {
      const text = write({ timeZone, startsAt, endsAt, allDay: true })
      const { event } = readEntries(text)[0]!
      expect(event.startDate.isDate).toBe(true)
      expect([event.startDate.toString(), event.endDate.toString()]).toEqual([first, dayAfter])
      expect(text).not.toContain('VTIMEZONE')
    },
  )
})

describe('an entry', () => {
  test('an entry uses the method PUBLISH, even when cancelled, and has no organiser or attendees', () => {
    const calendar = read(write({ status: 'CANCELLED' }))
    const event = calendar.getFirstSubcomponent('vevent')!
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(event.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(['organizer', 'attendee'].filter((name) => event.hasProperty(name))).toEqual([])
  })

  test('an entry has its title, UID and sequence', () => {
    const text = write({
      location: 'Old Hall, High St; 1st floor',
      url: 'https://guildhall.test/event/e1',
      status: 'TENTATIVE',
    })
    const component = read(text).getFirstSubcomponent('vevent')!
    const value = (name: string) => String(component.getFirstPropertyValue(name))
    expect(['uid', 'sequence', 'summary', 'location', 'url', 'status'].map(value)).toEqual([
      'e1@guildhall.test',
      '3',
      'Breakfast',
      'Old Hall, High St; 1st floor',
      'https://guildhall.test/event/e1',
      'TENTATIVE',
    ])
    expect([value('dtstamp'), value('last-modified')]).toEqual([
      '2026-01-02T03:04:05Z',
      '2026-01-02T03:04:05Z',
    ])
    expect(component.hasProperty('description')).toBe(false)
  })

  test('an entry has its categories, and its text keeps commas and line breaks', () => {
    const text = write({ categories: ['Food, drink', 'AI'], description: 'One\r\nTwo\n\nThree' })
    const event = read(text).getFirstSubcomponent('vevent')!
    expect(event.getFirstProperty('categories')?.getValues()).toEqual(['Food, drink', 'AI'])
    expect(event.getFirstPropertyValue('description')).toBe('One\nTwo\n\nThree')
  })

  test('an unchanged entry gives the same text', () => {
    expect(write({})).toBe(write({}))
  })
})

test('a feed has its name and refresh interval', () => {
  const text = writeCalendar({
    product: 'Guild; Hall',
    entries: [],
    subscription: { name: 'Guild, Hall', refreshEvery: 'PT1H' },
  })
  const lines = text.split('\r\n')
  const names = ['NAME:Guild\\, Hall', 'X-WR-CALNAME:Guild\\, Hall', 'REFRESH-INTERVAL;VALUE=DURATION:PT1H']
  expect(lines).toEqual(expect.arrayContaining([...names, 'X-PUBLISHED-TTL:PT1H', 'METHOD:PUBLISH']))
  expect(read(text).getFirstPropertyValue('prodid')).toBe('-//Guild; Hall//Calendar//EN')
})
