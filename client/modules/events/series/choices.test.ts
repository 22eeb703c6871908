import { expect, test } from 'vitest'

import type { EventListItem } from '#shared/events/schema.ts'

import { countOpen, effectLabel, resultLabel } from './choices.ts'

const NOW = Date.parse('2031-01-01T00:00:00Z')
const item = (id: string, more: Partial<EventListItem> = {}): EventListItem => ({
  id,
  title: 'Breakfast',
  summary: '',
  startsAt: '2031-02-01T08:00:00.000Z',
  endsAt: '2031-02-01T10:00:00.000Z',
  allDay: false,
  timeZone: 'Europe/Lisbon',
  format: 'inPerson',
  status: 'published',
  tags: [],
  seats: { going: 0, waiting: 0 },
  ...more,
})
const GOING = { state: 'going', guests: 0 } as const
const DECLINED = { state: 'declined', guests: 0 } as const

test('an RSVP to all events counts the upcoming ones without an RSVP, and the one that is shown', () => {
  const others = [
    item('cancelled', { status: 'cancelled' }),
    item('past', { startsAt: '2030-01-01T08:00:00.000Z' }),
    item('going', { mine: GOING }),
    item('declined', { mine: DECLINED }),
    item('open'),
  ]
  const series = { items: [item('shown'), ...others], isJoined: false }
  expect(countOpen(series, { id: 'shown' }, NOW)).toBe(2)
  expect(countOpen(series, { id: 'shown', mine: DECLINED }, NOW)).toBe(2)
  expect(countOpen(series, { id: 'shown', mine: GOING }, NOW)).toBe(1)
})

test('a series without other open events offers no RSVP to all', () => {
  const series = { items: [item('shown'), item('going', { mine: GOING })], isJoined: false }
  expect(countOpen(series, { id: 'shown' }, NOW)).toBe(0)
})

test('the result shows a saved answer as unchanged', () => {
  const event = item('shown')
  expect(resultLabel({ event, result: 'kept', state: 'declined' })).toBe('Can’t go, as before')
  expect(resultLabel({ event, result: 'answered', state: 'requested' })).toBe('Request sent')
  expect(resultLabel({ event, result: 'cancelled' })).toBe('Cancelled')
})

test('the effect of a change is given in events and people', () => {
  expect(effectLabel({ events: 12, people: 34 }, 'edit')).toBe('12 events change. 34 people get one message.')
  expect(effectLabel({ events: 1, people: 0 }, 'edit')).toBe('1 event changes. No one is notified.')
  expect(effectLabel({ events: 3, people: 1 }, 'cancellation')).toBe(
    '3 events are cancelled. 1 person gets one message.',
  )
})
