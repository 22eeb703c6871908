import { expect, test } from 'vitest'

import type { ChapterEdit } from '#shared/chapters/schema.ts'

import { importedRows } from './imported-rows.ts'

const DEFAULTS: ChapterEdit = {
  name: '',
  slug: '',
  region: '',
  place: '',
  timeZone: 'Europe/Berlin',
  language: 'en',
  about: '',
  joinRule: 'open',
  listing: 'members',
  state: 'forming',
}
const LANGUAGES = [{ value: 'pt', label: 'Português' }]
const read = (...rows: string[][]) => importedRows(rows, DEFAULTS, LANGUAGES)

test('rows have the fields of their columns, named as in the form or in the API, and defaults for the others', () => {
  expect(
    read(
      ['Name', 'city', 'timeZone', 'Language', 'Joining', 'Visibility', 'Lead (email)', 'Shoe size'],
      [' São Paulo ', 'SP', 'America/Sao_Paulo', 'português', 'By request', 'public', 'ada@example.org', '9'],
      ['Berlin', '', '', '', '', '', '', ''],
    ),
  ).toEqual([
    {
      ...DEFAULTS,
      name: 'São Paulo',
      slug: 'sao-paulo',
      place: 'SP',
      timeZone: 'America/Sao_Paulo',
      language: 'pt',
      joinRule: 'request',
      listing: 'public',
      lead: 'ada@example.org',
    },
    { ...DEFAULTS, name: 'Berlin', slug: 'berlin' },
  ])
})

test('invalid text is left for the server to reject', () => {
  expect(read(['Name', 'Joining'], ['Berlin', 'Sometimes'])).toMatchObject([{ joinRule: 'Sometimes' }])
})

test('a table without a column of names has no rows', () => {
  expect(read(['City'], ['Berlin'])).toBeUndefined()
})
