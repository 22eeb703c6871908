import { afterEach, expect, test } from 'vitest'

import { setLanguageSource } from './language/current.ts'
import { formatList } from './lists.ts'

afterEach(() => setLanguageSource(() => 'en'))

test('a list of names is written in the language of the call', () => {
  expect(formatList(['Ada', 'Ben', 'Chi'])).toBe('Ada, Ben and Chi')
  setLanguageSource(() => 'de')
  expect(formatList(['Ada', 'Ben', 'Chi'])).toBe('Ada, Ben und Chi')
})
