import { expect, test } from 'vitest'

import { fold, indexed, prefixesOf, searchTokens, tokenise } from './words.ts'

test.each([
  ['José', 'jose'],
  ['JOSE\u0301', 'jose'],
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Straße', 'strasse'],
  ['Søren Ærø', 'soren aero'],
  ['İstanbul Diyarbakır', 'istanbul diyarbakir'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['O’Brien', 'obrien'],
  ['ﬁne Ｆull', 'fine full'],
  ['أحمد', 'احمد'],
  ['שָׁלוֹם', 'שלום'],
  ['ヤマダ サクラ', 'やまた さくら'],
  ['ﾔﾏﾀﾞ', 'やまた'],
  ['やまだ', 'やまた'],
  ['soft\u00ADhyphen \u200Fmarks', 'softhyphen marks'],
])('%s is compared as %s', (written, compared) => {
  expect(fold(written)).toBe(compared)
})

test('vowel signs are kept in scripts that need them', () => {
  expect(fold('प्रिया')).not.toBe(fold('प्रया'))
})

test('words end at spaces and punctuation of any script, and an emoji is a word', () => {
  expect(tokenise('Jean-Luc, R&D／C++ — 東京、大阪 🦊')).toEqual([
    'jean',
    'luc',
    'r',
    'd',
    'c++',
    '東京',
    '大阪',
    '🦊',
  ])
})

test('a name with an apostrophe is found with it, without it, and by the part after it', () => {
  expect([...new Set(searchTokens("Pat O'Brien"))]).toEqual(['pat', 'obrien', 'o', 'brien'])
  expect(tokenise("o'brien")).toEqual(['obrien'])
})

test('a word with an umlaut is indexed with and without the points, and other words are indexed once', () => {
  expect(searchTokens('Jürgen Blue')).toEqual(['jurgen', 'blue', 'juergen'])
  expect(indexed('Samuel Blue')).toBe('samuel blue')
})

test('parts of a run without spaces are indexed with at most 16 letters', () => {
  const lengths = indexed('銀'.repeat(30))
    .split(' ')
    .map(({ length }) => length)
  expect([lengths[0], Math.max(...lengths.slice(1))]).toEqual([30, 16])
})

test.each([
  ['Jürgen', [['jurgen', 'juergen']]],
  ['juergen', [['juergen', 'jurgen']]],
  ['Mü', [['mu']]],
  ['zürich zurich', [['zurich']]],
  ['ä a', [['a']]],
  ['a anna', [['anna']]],
  ['東京銀行', [['東京'], ['銀行']]],
  ['--', []],
])('the query %s looks for %j', (query, prefixes) => {
  expect(prefixesOf(query)).toEqual(prefixes)
})

test('texts without a letter have no words', () => {
  expect(tokenise(" -- ' \u200F ")).toEqual([])
})

test('ASCII is split at the same characters as other text', () => {
  const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter(
    (each) => each !== "'",
  )
  for (const each of ascii)
    expect([each, tokenise(`a${each}b`)]).toEqual([each, tokenise(`a${each}b é`).slice(0, -1)])
})
