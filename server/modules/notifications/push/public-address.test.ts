import { expect, test } from 'vitest'

import { isPublicAddress, lookUpPublic } from './public-address.ts'

test.for(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001:80b::200e'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.for([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'localhost',
  '',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.for([true, false])(
  'a host name that resolves to this machine is refused (all addresses: %s)',
  async (all) => {
    const { promise, resolve } = Promise.withResolvers<Error | null>()
    lookUpPublic('localhost', { all }, (error) => resolve(error))
    expect((await promise)?.message).toBe('localhost has no public address.')
  },
)
