import { afterEach, expect, test } from 'vitest'

import { setLanguageSource } from '#shared/lib/language/current.ts'

import { INDUSTRIES, industryName } from './industries.ts'

afterEach(() => setLanguageSource(() => 'en'))

test('the industries that a community starts with have names in the language of the call', () => {
  expect(INDUSTRIES.map(industryName)).toEqual(INDUSTRIES)
  setLanguageSource(() => 'de')
  expect(industryName('Law')).toBe('Recht')
})

test('an industry of the community’s own keeps its name', () => {
  setLanguageSource(() => 'de')
  for (const name of ['Beekeeping', 'toString', '']) expect(industryName(name)).toBe(name)
})
