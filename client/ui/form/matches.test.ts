import { expect, test } from 'vitest'

import { FOUND_SPELLINGS, OTHER_SPELLINGS } from '#server/testing/fixtures/spellings.ts'

import { matches } from './matches.ts'
import { searchError } from './search-error.ts'

const option = { label: 'Europe/Lisbon', words: 'Lissabon São +01:00 14:05' }

test.for(['lis', 'EUROPE lis', 'lis eur', 'sao', '+01', '14:0', '', '  '])(
  'an option is found by "%s"',
  (query) => {
    expect(matches(option, query)).toBe(true)
  },
)

test.for(['isbon', 'lisbonx', 'lis madrid', '+02', '-01', '!?', '.'])(
  'an option is not found by "%s"',
  (query) => {
    expect(matches(option, query)).toBe(false)
  },
)

test('a minus sign matches a hyphen', () => {
  expect(matches({ label: 'GMT−5' }, 'gmt-5')).toBe(true)
})

test.for(['--', '!?', '’', '+'])('a search for %j says that it needs a letter or a number', (query) => {
  expect(searchError(query)).toBe('Enter at least one letter or number.')
})

test.for(['', ' ', 'a', '7', '田', '🦊', 'c++'])('a search for %j is left alone', (query) => {
  expect(searchError(query)).toBeUndefined()
})

test.for(FOUND_SPELLINGS)('typing %s finds the option %s', ([typed, text]) => {
  expect(matches({ label: `One ${text} two` }, typed)).toBe(true)
})

test.for(OTHER_SPELLINGS)('typing %s does not find the option %s', ([typed, text]) => {
  expect(matches({ label: `One ${text} two` }, typed)).toBe(false)
})

test.for([
  ['-5', 'GMT+5 18:55'],
  ['+5:30', 'GMT+5 14:30'],
])('the offset %s does not find the option %s', ([typed, text]) => {
  expect(matches({ label: text! }, typed!)).toBe(false)
})
