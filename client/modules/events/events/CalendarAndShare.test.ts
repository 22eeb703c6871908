import { beforeAll, expect, test, vi } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { partOf } from '#server/tools/part-of.ts'

let shareText: typeof import('./CalendarAndShare.tsx').shareText

// The locale is read once, when the module loads.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  ;({ shareText } = await import('./CalendarAndShare.tsx'))
})

const event = partOf<EventDetails>({
  title: 'An evening by the river',
  summary: 'Three short talks.',
  visibility: 'public',
  startsAt: '2026-12-03T18:00:00.000Z',
  endsAt: '2026-12-03T20:00:00.000Z',
  timeZone: 'Europe/Lisbon',
  allDay: false,
  format: 'hybrid',
  venue: { name: 'The Shed', address: { city: 'Lisbon', country_code: 'PT' } },
  joinUrl: 'https://meet.example.com/secret',
})

test('the shared text of a public event contains what, when and where, but not how to join', () => {
  expect(shareText(event)?.split('\n')).toEqual([
    'An evening by the river',
    expect.stringMatching(/^Thursday,? 3 December 2026, 18:00.*20:00 Lisbon time$/),
    'The Shed, Lisbon, Portugal',
    'Three short talks.',
  ])
  const { venue: _, ...online } = event
  expect(shareText({ ...online, format: 'online', summary: '' })).toContain('Lisbon time\nOnline')
})

test('a members-only event is shared by its link alone', () => {
  expect(shareText({ ...event, visibility: 'members' })).toBeUndefined()
})
