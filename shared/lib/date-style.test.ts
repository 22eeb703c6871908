import { afterEach, expect, test } from 'vitest'

import { formatAt, formatSpan } from './date-style.ts'
import { setLanguageSource } from './language/current.ts'
import type { Language } from './language/languages.ts'

afterEach(() => setLanguageSource(() => 'en'))

const WEEKDAY = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
const SHORT = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const DAYS = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 8, 28 + at)))

test('an English date has no comma after the weekday, and a September of three letters', () => {
  expect(formatAt(DAYS[0]!, { ...SHORT, year: 'numeric' })).toBe('Mon 28 Sep 2026')
  const span = formatSpan(DAYS[0]!, DAYS[1]!, { ...SHORT, year: 'numeric' })
  expect(span.replaceAll(/\s/g, ' ')).toBe('Mon 28 Sep – Tue 29 Sep 2026')
})

test.each<Language>(['de', 'pt'])('dates are as the language writes them on each weekday: %s', (language) => {
  setLanguageSource(() => language)
  const tag = language === 'pt' ? 'pt-PT' : language
  for (const format of [WEEKDAY, SHORT]) {
    const expected = new Intl.DateTimeFormat(tag, format)
    expect(DAYS.map((day) => formatAt(day, format))).toEqual(DAYS.map((day) => expected.format(day)))
    expect(formatSpan(DAYS[0]!, DAYS[6]!, format)).toBe(expected.formatRange(DAYS[0]!, DAYS[6]!))
  }
})
