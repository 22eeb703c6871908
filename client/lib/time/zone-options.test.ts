import { expect, test } from 'vitest'

import { matches } from '#client/ui/form/matches.ts'

import { clockIn, timeZoneOptions } from './zone-options.ts'
import { setLanguageSource } from '#shared/lib/language/current.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'

const WINTER = new Date('2026-01-15T13:05:00Z')
const SUMMER = new Date('2026-07-15T13:05:00Z')

const optionOf = (zone: string, now: Date) => timeZoneOptions('UTC', now).find(({ value }) => value === zone)

test('a zone is listed with its offset and current time', () => {
  expect(optionOf('Europe/Lisbon', WINTER)).toMatchObject({ label: 'Europe/Lisbon', hint: 'GMT · 13:05' })
  expect(optionOf('Europe/Lisbon', SUMMER)).toMatchObject({ hint: 'GMT+1 · 14:05' })
  expect(optionOf('America/New_York', SUMMER)).toMatchObject({ label: 'America/New York' })
})

test('a zone is found by any spelling of its offset and by its time', () => {
  const words = optionOf('Asia/Colombo', WINTER)?.words
  expect(words?.split(' ')).toEqual(['Asia/Colombo', 'Colombo', 'GMT+5:30', 'utc+5:30', '+5:30', '18:35'])
})

test('a zone is found by its city as the language calls it', () => {
  setLanguageSource(() => 'de')
  expect(optionOf('Europe/Lisbon', WINTER)?.words).toContain('Lissabon')
  setLanguageSource(() => 'en')
})

test('a renamed zone is listed once by its current name, and found by both', () => {
  const found = (query: string, present = 'UTC') =>
    timeZoneOptions(present, WINTER)
      .filter((option) => matches(option, query))
      .map(({ label, value }) => [label, value])
  expect(found('kolkata', 'Asia/Calcutta')).toEqual([['Asia/Kolkata', 'Asia/Calcutta']])
  expect(found('calcutta', 'Asia/Calcutta')).toEqual([['Asia/Kolkata', 'Asia/Calcutta']])
  expect(found('kolkata', 'Asia/Kolkata')).toEqual([['Asia/Kolkata', 'Asia/Kolkata']])
  expect(zoneLabel('Asia/Calcutta', WINTER.toISOString())).toBe('Kolkata time')
})

test('a zone that the browser does not list stays an option while it is set', () => {
  const values = (present: string) => timeZoneOptions(present, WINTER).map(({ value }) => value)
  expect(values('UTC')).toContain('UTC')
  expect(values('Europe/Lisbon')).not.toContain('UTC')
  expect(values('')).not.toContain('')
})

test('midnight is 00:00', () => {
  expect(clockIn('UTC', new Date('2026-01-15T00:00:00Z'))).toEqual({ offset: 'GMT', time: '00:00' })
})
