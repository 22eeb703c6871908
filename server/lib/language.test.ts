import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { language } from '#shared/lib/language/current.ts'

import { chosenLanguage, inLanguage, preferredLanguage } from './language.ts'

test.each([
  ['de', 'de'],
  ['de-CH, en;q=0.5', 'de'],
  ['fr, en;q=0.5, de;q=0.9', 'de'],
  ['EN-us', 'en'],
  ['fr', 'en'],
  ['fr, *;q=0.1', 'en'],
  ['de;q=0', 'en'],
  ['de;q=0, *', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  [';;;,,,q=,*;q=x,de;q=9', 'en'],
  [`${'x,'.repeat(8_000)}de`, 'en'],
  ['de'.repeat(8_000), 'en'],
] as const)('the header %j asks for %s', (header, expected) => {
  expect(preferredLanguage(header, ['en', 'de'])).toBe(expected)
})

test('the community’s default is used for people who read none of its languages', () => {
  expect(preferredLanguage('fr', ['de', 'en'])).toBe('de')
})

test.each([
  ['language=de', 'de'],
  ['session=x; language=de; theme=dark', 'de'],
  ['theme=dark;language=en', 'en'],
  ['language=fr', undefined],
  ['language=', undefined],
  ['language', undefined],
  ['language=de-CH', undefined],
  ['language="de"', undefined],
  ['language=__proto__', undefined],
  ['mylanguage=de', undefined],
  ['__Host-language=de', undefined],
  ['__Secure-language=de', undefined],
  ['x=language=de', undefined],
  ['', undefined],
  [undefined, undefined],
  [`${'; '.repeat(8_000)}language`, undefined],
  [`language=${'de'.repeat(8_000)}`, undefined],
] as const)('the cookies %j contain the choice %s', (header, expected) => {
  expect(chosenLanguage(header, ['en', 'de'], 'http://localhost:3000')).toBe(expected)
})

test.each([
  ['__Host-language=de', 'de'],
  ['x; __Host-language=en', 'en'],
  ['language=de; __Host-language=en', 'en'],
  ['language=de', undefined],
] as const)('over https, the cookies %j contain the choice %s', (header, expected) => {
  expect(chosenLanguage(header, ['en', 'de'], 'https://guildhall.test')).toBe(expected)
})

test('texts of two requests at once are in the language of each', async () => {
  const answer = (tag: 'en' | 'de', delay: number) =>
    inLanguage(tag, async () => {
      await wait(delay)
      return language()
    })
  expect(await Promise.all([answer('de', 2), answer('en', 1), answer('de', 0)])).toEqual(['de', 'en', 'de'])
  expect(language()).toBe('en')
})
