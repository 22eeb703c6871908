import { expect, test } from 'vitest'

import { wideNetworkOf } from './hashes.ts'

test.each([
  ['203.0.113.9', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113'],
  ['2001:db8:7::1', '2001:db8:7'],
  ['2001:0db8:0007:ffff:1:2:3:4', '2001:db8:7'],
  ['2001:db8::7:1', '2001:db8:0'],
  ['::1', '0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network)
})
