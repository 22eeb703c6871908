import { assert, constantFrom, date, property } from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'

import { writeCalendar } from './ical.ts'

const write = (timeZone: string, startsAt: string) =>
  writeCalendar({
    product: 'Guildhall',
    entries: [
      {
        uid: 'e1@guildhall.test',
        sequence: 0,
        changedAt: '2026-01-02T03:04:05.678Z',
        status: 'CONFIRMED',
        title: 'Breakfast',
        startsAt,
        endsAt: new Date(Date.parse(startsAt) + HOUR).toISOString(),
        allDay: false,
        timeZone,
        description: '',
        location: '',
      },
    ],
  })

const VTIMEZONE = /BEGIN:VTIMEZONE[^]*END:VTIMEZONE\r\n/
const definitionOf = (timeZone: string, startsAt = '2026-07-01T12:00:00.000Z') =>
  VTIMEZONE.exec(write(timeZone, startsAt))?.[0] ?? ''

/** Parses a start like an app that knows only the zones in the file. */
function startOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const { startDate } = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  expect(startDate.zone).not.toBe(ICAL.Timezone.localTimezone)
  return new Date(startDate.toUnixTime() * 1000).toISOString()
}

test('regular clock changes are written as rules', () => {
  expect(write('Europe/London', '2026-07-01T06:30:00.000Z')).toContain(
    'BEGIN:VTIMEZONE\r\nTZID:Europe/London\r\n' +
      'BEGIN:STANDARD\r\nDTSTART:20091025T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\n' +
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\n' +
      'BEGIN:DAYLIGHT\r\nDTSTART:20100328T010000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\n' +
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n',
  )
  expect(definitionOf('America/Santiago')).toContain('BYMONTH=9;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU')
  expect(definitionOf('America/Sao_Paulo')).toMatch(/BYDAY=3SU;UNTIL=\d{8}T\d{6}Z/)
})

test('a zone has the same definition in any file, of at most 20,000 characters', () => {
  const times = ['2011-02-03T12:00:00.000Z', '2026-07-01T12:00:00.000Z', '2059-11-12T12:00:00.000Z']
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const all = new Set(times.map((time) => definitionOf(timeZone, time)))
    expect([timeZone, all.size]).toEqual([timeZone, 1])
    expect([...all][0]?.length).toBeLessThan(20_000)
  }
})

test('an app that keeps the first definition of a zone shows correct times for later files', () => {
  assert(
    property(
      constantFrom(...Intl.supportedValuesOf('timeZone')),
      date({ min: new Date('2010-01-02'), max: new Date('2059-12-01'), noInvalidDate: true }),
      (timeZone, from) => {
        const definition = definitionOf(timeZone)
        const startsAt = new Date(Math.floor(from.getTime() / 1000) * 1000).toISOString()
        const later = write(timeZone, startsAt).replace(VTIMEZONE, definition)
        expect(startOf(later)).toBe(startsAt)
      },
    ),
    { numRuns: 1_000 },
  )
})

test.for(['1999-07-01T12:00:00.000Z', '2060-07-01T12:00:00.000Z'])(
  'a time that definitions do not cover is in UTC: %s',
  (startsAt) => {
    const text = write('Europe/London', startsAt)
    expect(text).not.toContain('VTIMEZONE')
    expect(startOf(text)).toBe(startsAt)
  },
)
