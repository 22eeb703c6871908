import { expect, test } from 'vitest'

import { ownWhen } from './own-when.ts'

const span = {
  startsAt: '2026-12-03T18:00:00Z',
  endsAt: '2026-12-03T20:00:00Z',
  timeZone: 'Europe/Lisbon',
  allDay: false,
}
const plain = (text: string | undefined) => text?.replaceAll(/\s/gu, ' ')

test('the viewer’s own time is shown if it differs, with the day if that differs too', () => {
  expect(plain(ownWhen(span, 'Europe/Zurich'))).toMatch(/3.*19:00.*21:00, your time$/)
  expect(plain(ownWhen(span, 'Pacific/Auckland'))).toMatch(/^Friday 4 December.*your time$/)
})

test.each([
  ['the same zone', 'Europe/Lisbon', {}],
  ['another zone with the same clock', 'Europe/London', {}],
  ['an event of whole days', 'Europe/Zurich', { allDay: true }],
])('%s needs no second time', (_, zone, more) => {
  expect(ownWhen({ ...span, ...more }, zone)).toBeUndefined()
})
