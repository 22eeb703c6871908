import { expect, test } from 'vitest'

import { formatAddress } from './address.ts'

const whole = {
  country_code: 'GB',
  postal_code: 'SW1Y 4LE',
  state: 'Greater London',
  city: 'London',
  address_line2: 'Second floor',
  address_line1: '12 St James’s Square',
}

test('all six parts are in one line, in a fixed order', () => {
  expect(formatAddress(whole)).toBe(
    '12 St James’s Square, Second floor, London, Greater London, SW1Y 4LE, GB',
  )
})

test.for([
  [{ city: 'Porto', country_code: 'PT' }, 'Porto, PT'],
  [{ address_line1: '  ', city: ' Porto ', state: '' }, 'Porto'],
  [{}, ''],
] as const)('empty parts leave no comma behind: %j', ([address, line]) => {
  expect(formatAddress(address)).toBe(line)
})
