import { expect, test } from 'vitest'

import type { ImportRow } from '#shared/accounts/invitations.ts'

import { INDUSTRIES } from '#shared/community/industries.ts'

import { readRow } from './rows.ts'

const read = (row: Partial<ImportRow>) => readRow({ email: 'ada@example.org', ...row }, new Set(INDUSTRIES))

test.each([
  ['ada@example.org', 'ada@example.org'],
  [' Ada@Example.ORG ', 'ada@example.org'],
  ['\u200bada@example.org\u00a0', 'ada@example.org'],
  ["o'hara+guild@mail.example.co.uk", "o'hara+guild@mail.example.co.uk"],
  ['ada@xn--mnchen-3ya.de', 'ada@xn--mnchen-3ya.de'],
])('the address %j is invited as %s', (given, email) => {
  expect(read({ email: given })).toMatchObject({ email, isValid: true, problems: [] })
})

test.each([
  '',
  'ada',
  'ada@example',
  'ada@@example.org',
  'ada @example.org',
  'ada@example..org',
  'a..b@example.org',
  '.a@example.org',
  'a.@example.org',
  'ada@-example.org',
  'ada@example.org, grace@example.org',
  '"ada"@example.org',
  'ada@münchen.de',
  '=HYPERLINK("https://evil.example")',
  'ada@example.org\r\nBcc: all@example.org',
  `${'a'.repeat(65)}@example.org`,
  `ada@${'example.'.repeat(40)}org`,
])('%j is not an address', (email) => {
  expect(read({ email })).toMatchObject({ isValid: false, profile: {}, problems: [{ field: 'email' }] })
})

test('an industry is matched to the community’s current ones, ignoring case', () => {
  const row = { email: 'ada@example.org', industry: 'guild of Engines' }
  expect(readRow(row, new Set(['Guild of engines'])).profile.industry).toBe('Guild of engines')
  expect(readRow(row, new Set(['Printing']))).toMatchObject({
    profile: {},
    problems: [{ field: 'industry' }],
  })
})

test('profile fields are normalised to the profile’s format', () => {
  expect(
    read({
      displayName: '  Ada\u202e  Lovelace ',
      headline: 'Analyst',
      company: 'Engines & Co',
      industry: 'software AND technology',
      city: 'London',
      country: 'united kingdom',
      phone: '+44 20 7946 0000',
      bio: 'First line\r\nSecond line',
      keywords: 'maths; Maths, engines',
      links: 'ada.example, http://engines.example/notes',
    }),
  ).toMatchObject({
    problems: [],
    profile: {
      displayName: 'Ada Lovelace',
      headline: 'Analyst',
      company: 'Engines & Co',
      industry: 'Software and technology',
      address: { city: 'London', country_code: 'GB' },
      phone: '+44 20 7946 0000',
      bio: 'First line\nSecond line',
      keywords: ['maths', 'engines'],
      links: ['https://ada.example', 'https://engines.example/notes'],
    },
  })
})

test.each([
  [{ displayName: 'A' }, 'displayName'],
  [{ displayName: 'a'.repeat(81) }, 'displayName'],
  [{ headline: 'a'.repeat(121) }, 'headline'],
  [{ company: 'a'.repeat(121) }, 'company'],
  [{ industry: 'Alchemy' }, 'industry'],
  [{ city: 'a'.repeat(81) }, 'city'],
  [{ country: 'Atlantis' }, 'country'],
  [{ country: 'EU' }, 'country'],
  [{ phone: 'ask me' }, 'phone'],
  [{ bio: 'a'.repeat(2_001) }, 'bio'],
  [{ keywords: Array.from({ length: 16 }, (_, at) => `word ${at}`).join() }, 'keywords'],
  [{ keywords: 'a'.repeat(41) }, 'keywords'],
  [{ links: 'javascript:alert(1)' }, 'links'],
  [{ links: 'https://bank.example@evil.example' }, 'links'],
  [{ links: 'a.example b.example c.example d.example e.example f.example' }, 'links'],
] as const)('%o is dropped as invalid, and the person is still invited', (cells, field) => {
  const { isValid, problems, profile } = read({ company: 'Engines', ...cells })
  expect(isValid).toBe(true)
  expect(problems).toMatchObject([{ field, message: expect.stringMatching(/\.$|\//) }])
  expect(profile).toEqual(field === 'company' ? {} : { company: 'Engines' })
})
