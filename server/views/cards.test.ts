import { afterEach, expect, test } from 'vitest'

import { setLanguageSource } from '#shared/lib/language/current.ts'

import { cardFrom, FORMER_MEMBER, parseCard } from './cards.ts'

afterEach(() => setLanguageSource(() => 'en'))

const cardOf = (displayName: string) =>
  parseCard(JSON.stringify({ id: 'ada', displayName, company: 'Engines' }))

test('a former member is named in the reader’s language', () => {
  expect(cardOf(FORMER_MEMBER).displayName).toBe('Former member')
  setLanguageSource(() => 'de')
  expect(cardOf(FORMER_MEMBER)).toEqual({
    id: 'ada',
    displayName: 'Ehemaliges Mitglied',
    company: 'Engines',
  })
  expect(cardFrom('eve', null)).toEqual({ id: 'eve', displayName: 'Ehemaliges Mitglied', former: true })
})

test('names of members are not translated', () => {
  setLanguageSource(() => 'de')
  for (const name of ['Ada', 'constructor', '']) expect(cardOf(name).displayName).toBe(name)
})
