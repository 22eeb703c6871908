import { expect, test } from 'vitest'

import { inLanguage } from '#server/lib/language.ts'

import { cardFrom, FORMER_MEMBER, parseCard } from './cards.ts'

const cardOf = (displayName: string) =>
  parseCard(JSON.stringify({ id: 'ada', displayName, company: 'Engines' }))

test('a former member is named in the reader’s language', () => {
  expect(cardOf(FORMER_MEMBER).displayName).toBe('Former member')
  const [former, missing] = inLanguage('de', () => [cardOf(FORMER_MEMBER), cardFrom('eve', null)])
  expect(former).toEqual({ id: 'ada', displayName: 'Ehemaliges Mitglied', company: 'Engines' })
  expect(missing).toEqual({ id: 'eve', displayName: 'Ehemaliges Mitglied', former: true })
})

test('names of members are not translated', () => {
  for (const name of ['Ada', 'constructor', ''])
    expect(inLanguage('de', () => cardOf(name)).displayName).toBe(name)
})
