import { expect, test } from 'vitest'

import type { ImportedDetails } from '#shared/events/imports.ts'

import { readDetails } from './reading.ts'

const details = (more: Partial<ImportedDetails> = {}): ImportedDetails => ({
  title: 'Supper',
  description: '',
  startsAt: '2026-03-05T18:00:00Z',
  endsAt: '2026-03-05T20:00:00Z',
  allDay: false,
  timeZone: 'Europe/Lisbon',
  place: '',
  ...more,
})
const problemsOf = (more: Partial<ImportedDetails>) =>
  readDetails(details(more)).problems.map(({ field, message }) => `${field}: ${message}`)

test('the name of the venue ends at the first comma or line end', () => {
  expect(readDetails(details({ place: 'The hall\n1 Main St, Lisbon' })).edit).toMatchObject({
    format: 'inPerson',
    venue: { name: 'The hall', address: { address_line1: '1 Main St, Lisbon' } },
  })
  expect(readDetails(details({ place: ' , ' })).edit).not.toHaveProperty('venue')
})

test('an event with a link is online, and with a place too it is hybrid', () => {
  const joinUrl = 'https://meet.example/abc'
  expect(readDetails(details({ joinUrl })).edit).toMatchObject({ format: 'online', joinUrl })
  expect(readDetails(details({ joinUrl, place: 'The hall' })).edit).toMatchObject({ format: 'hybrid' })
})

test.each<[string, Partial<ImportedDetails>, string]>([
  ['no title', { title: ' \u200b ' }, 'title: Enter a title (at least 3 characters).'],
  ['a long title', { title: 'x'.repeat(201) }, 'title: This is longer than 200 characters.'],
  [
    'a long description',
    { description: 'x'.repeat(10_001) },
    'description: This is longer than 10,000 characters.',
  ],
  ['a long place', { place: 'x'.repeat(121) }, 'place: This is longer than 120 characters.'],
  ['no time', { startsAt: 'soon' }, 'startsAt: Enter a date and a time.'],
  ['an impossible day', { endsAt: '2026-02-30T10:00:00Z' }, 'endsAt: Enter a date and a time.'],
  [
    'its end before its start',
    { endsAt: '2026-03-05T17:00:00Z' },
    'endsAt: The end must be after the start.',
  ],
  ['more than a month', { endsAt: '2026-05-05T17:00:00Z' }, 'endsAt: An event can last up to 31 days.'],
  ['an unknown zone', { timeZone: 'Mars/Base' }, 'timeZone: Choose a time zone from the list.'],
  [
    'a link that is not https',
    { joinUrl: 'javascript:alert(1)' },
    'joinUrl: Enter an address that starts with https://.',
  ],
])('an event with %s has an error, and is not shortened', (_, more, problem) => {
  expect(problemsOf(more)).toEqual([problem])
})
