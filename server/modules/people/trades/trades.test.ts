import { expect, test } from 'vitest'

import { INDUSTRIES } from '#shared/community/industries.ts'
import { tokenise, writtenWords } from '#shared/lib/words.ts'
import { FILLERS } from '#server/modules/people/terms/fillers.ts'

import { NEEDS, type Trade, trades } from './trades.ts'

const LANGUAGES = ['en', 'de', 'pt'] as const
const MIN_TRADES = 400

/**
 * Words of trades in several industries: who searches for an online shop may want to have one built, and a pension is
 * a guest house in German.
 */
const AMBIGUOUS = [
  'loja online',
  'loja virtual',
  'online shop',
  'onlineshop',
  'onlineshops',
  'pension',
  'web shop',
]

/** Words that fit nearly every member and so would find them all. */
const TOO_COMMON = [
  'help advice advise business company service services work job team project customer customers client new good',
  'hilfe beratung firma unternehmen service arbeit projekt kunde kunden neu gut',
  'ajuda empresa empresas serviço serviços trabalho projeto cliente clientes novo bom',
].flatMap(tokenise)

const wordsOf = (trade: Trade) => LANGUAGES.flatMap((language) => trade[language])
const folded = (text: string) => tokenise(text).join(' ')
const repeated = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)

test('the thesaurus covers every industry', () => {
  expect(trades.length).toBeGreaterThanOrEqual(MIN_TRADES)
  const industries = new Set(trades.map(({ industry }) => industry))
  expect([...industries].toSorted()).toEqual(INDUSTRIES.toSorted())
})

test('each trade has its own id', () => {
  expect(repeated(trades.map(({ id }) => id))).toEqual([])
  expect(trades.filter(({ id }) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
})

test('each trade has 4 to 15 different words in each language', () => {
  const counts = trades.flatMap((trade) =>
    LANGUAGES.map((language) => ({
      id: trade.id,
      language,
      words: trade[language].length,
      repeated: repeated(trade[language].map(folded)),
    })),
  )
  expect(counts.filter(({ words }) => words < 4 || words > 15)).toEqual([])
  expect(counts.filter((count) => count.repeated.length > 0)).toEqual([])
})

test('each phrase has 1 to 5 words that a search can find', () => {
  const phrases = trades.flatMap(wordsOf)
  const lengths = phrases.map((phrase) => ({ phrase, words: tokenise(phrase).length }))
  expect(lengths.filter(({ words }) => words < 1 || words > 5)).toEqual([])
})

test('no word is so common that it would find nearly everyone', () => {
  const phrases = new Set(trades.flatMap(wordsOf).map(folded))
  expect(TOO_COMMON.filter((word) => phrases.has(word))).toEqual([])
})

test('a word belongs to trades of one industry, apart from the ambiguous ones', () => {
  const industries = Map.groupBy(
    trades.flatMap((trade) => wordsOf(trade).map((word) => ({ word: folded(word), ...trade }))),
    ({ word }) => word,
  )
  const shared = [...industries]
    .filter(([, uses]) => new Set(uses.map(({ industry }) => industry)).size > 1)
    .map(([word]) => word)
  expect(shared.toSorted()).toEqual(AMBIGUOUS)
})

test('each trade has needs of its own in each language', () => {
  expect(Object.keys(NEEDS)).toEqual(trades.map(({ id }) => id))
  const lists = trades.flatMap((trade) =>
    LANGUAGES.map((language) => ({
      id: trade.id,
      language,
      needs: NEEDS[trade.id]![language].map(withoutFillers),
      names: trade[language].map(folded),
    })),
  )
  expect(lists.filter(({ needs }) => needs.length === 0 || needs.includes(''))).toEqual([])
  expect(lists.filter(({ needs }) => repeated(needs).length > 0)).toEqual([])
  expect(lists.filter(({ needs, names }) => needs.some((need) => names.includes(need)))).toEqual([])
})

test('no need is a word that queries for nearly anything have', () => {
  const needs = new Set(
    Object.values(NEEDS)
      .flatMap(({ en, de, pt }) => [...en, ...de, ...pt])
      .map(withoutFillers),
  )
  expect(TOO_COMMON.filter((word) => needs.has(word))).toEqual([])
})

const withoutFillers = (need: string) =>
  writtenWords(need)
    .filter((word) => !FILLERS.has(word))
    .flatMap(tokenise)
    .join(' ')
