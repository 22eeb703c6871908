import { expect, test } from 'vitest'

import { clockIn, timeZoneOptions } from './zone-options.ts'

const WINTER = new Date('2026-01-15T13:05:00Z')
const SUMMER = new Date('2026-07-15T13:05:00Z')

const optionOf = (zone: string, now: Date) => timeZoneOptions('UTC', now).find(({ value }) => value === zone)

test('a zone is named with its offset and the time there now', () => {
  expect(optionOf('Europe/Lisbon', WINTER)).toMatchObject({ label: 'Europe/Lisbon', hint: 'GMT · 13:05' })
  expect(optionOf('Europe/Lisbon', SUMMER)).toMatchObject({ hint: 'GMT+1 · 14:05' })
  expect(optionOf('America/New_York', SUMMER)).toMatchObject({ label: 'America/New York' })
})

test('it can be found by any spelling of the offset and by the time', () => {
  const words = timeZoneOptions('UTC', WINTER).find(({ hint }) => hint.startsWith('GMT+5:30'))?.words
  expect(words?.split(' ')).toEqual(['GMT+5:30', 'utc+5:30', '+5:30', '18:35'])
})

test('a zone that the browser does not list is there while it is set', () => {
  const values = (present: string) => timeZoneOptions(present, WINTER).map(({ value }) => value)
  expect(values('UTC')).toContain('UTC')
  expect(values('Europe/Lisbon')).not.toContain('UTC')
  expect(values('')).not.toContain('')
})

test('midnight is 00:00', () => {
  expect(clockIn('UTC', new Date('2026-01-15T00:00:00Z'))).toEqual({ offset: 'GMT', time: '00:00' })
})
