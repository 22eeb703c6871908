import { createECDH } from 'node:crypto'

import { expect, test } from 'vitest'

import { assertUsable } from './endpoint.ts'

const pair = createECDH('prime256v1')
pair.generateKeys()
const keys = { p256dh: pair.getPublicKey('base64url'), auth: 'A'.repeat(22) }

test.for([
  'https://push.example.com/1',
  'https://fcm.googleapis.com/fcm/send/a:b-c_d',
  'https://xn--bcher-kva.example/1',
])('the endpoint %s is accepted', (endpoint) => expect(() => assertUsable({ endpoint, keys })).not.toThrow())

test.for([
  ['plain http', 'http://push.example.com/1'],
  ['this machine', 'https://localhost/1'],
  ['an address', 'https://10.0.0.1/1'],
  ['an address in another spelling', 'https://0x7f.1/1'],
  ['an address as one number', 'https://2130706433/1'],
  ['an IPv6 address', 'https://[::1]/1'],
  ['another port', 'https://push.example.com:6379/1'],
  ['a name and a password', 'https://a:b@push.example.com/1'],
  ['what is no address', 'https://'],
])('an endpoint is refused: %s', ([, endpoint]) => {
  expect(() => assertUsable({ endpoint: endpoint!, keys })).toThrow('Check the highlighted fields.')
})

test('a key that is not a point on the curve is refused', () => {
  const subscription = { endpoint: 'https://push.example.com/1', keys: { ...keys, p256dh: 'A'.repeat(87) } }
  expect(() => assertUsable(subscription)).toThrow('Check the highlighted fields.')
})
