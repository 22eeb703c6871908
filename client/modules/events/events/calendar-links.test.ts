import { expect, test } from 'vitest'

import { calendarItems } from './calendar-links.ts'

const EVENT = {
  id: 'a/b',
  title: 'Bread & wine',
  summary: 'An evening.',
  startsAt: '2026-10-24T18:00:00.000Z',
  endsAt: '2026-10-24T20:30:00.000Z',
  allDay: false,
  timeZone: 'Europe/Lisbon',
  format: 'hybrid',
  venue: { name: 'The Shed', address: { city: 'Lisbon' } },
} as const
const PAGE = 'https://guild.example/event/a'

const linksOf = (event: Parameters<typeof calendarItems>[0]) =>
  calendarItems(event, PAGE).map(({ href = '' }) => new URL(href, 'https://guild.example'))

test('an event is added to Google and Outlook in UTC, with its place and page', () => {
  const [google, outlook, work, file] = linksOf(EVENT)
  expect(Object.fromEntries(google!.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Bread & wine',
    dates: '20261024T180000Z/20261024T203000Z',
    ctz: 'Europe/Lisbon',
    details: `An evening.\n\n${PAGE}`,
    location: 'The Shed, Lisbon',
  })
  expect(Object.fromEntries(outlook!.searchParams)).toMatchObject({
    subject: 'Bread & wine',
    startdt: '2026-10-24T18:00:00.000Z',
    enddt: '2026-10-24T20:30:00.000Z',
    allday: 'false',
  })
  expect([outlook, work].map((link) => link!.host)).toEqual(['outlook.live.com', 'outlook.office.com'])
  expect(file!.pathname).toBe('/api/events/a%2Fb/calendar.ics')
})

test('an all-day event keeps the days of its own zone, also when the clocks change', () => {
  const allDay = {
    ...EVENT,
    allDay: true,
    timeZone: 'Pacific/Auckland',
    startsAt: '2026-09-25T12:00:00.000Z',
    endsAt: '2026-09-27T11:00:00.000Z',
  }
  const [google, outlook] = linksOf(allDay)
  expect(google!.searchParams.get('dates')).toBe('20260926/20260928')
  expect(outlook!.searchParams.get('startdt')).toBe('2026-09-26')
  expect(outlook!.searchParams.get('enddt')).toBe('2026-09-28')
})

test('the location of an online event is “Online”', () => {
  const { venue: _, ...online } = EVENT
  expect(linksOf({ ...online, format: 'online' })[0]!.searchParams.get('location')).toBe('Online')
})
