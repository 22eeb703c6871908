import { expect, test } from 'vitest'

import { isCountry } from './countries.ts'

test.for(['CH', 'GB', 'XK', 'TW', 'AQ'])('%s is a country code', (code) => {
  expect(isCountry(code)).toBe(true)
})

test.for(['XX', 'ZZ', 'EU', 'UN', 'DD', 'UK', 'QQ', 'AB', 'ch', 'CHE', ''])(
  '%j is not a country code',
  (code) => {
    expect(isCountry(code)).toBe(false)
  },
)
