import { expect, test } from 'vitest'

import { ownPath } from './return-path.ts'

const ORIGIN = 'https://guildhall.example'

test.for([
  ['/events?tab=past#today', '/events?tab=past#today'],
  ['/profile/a%2Fb', '/profile/a%2Fb'],
  ['https://guildhall.example/admin', '/admin'],
  ['/../../events', '/events'],
] as const)('%s is accepted as a path of this site', ([value, path]) => {
  expect(ownPath(value, ORIGIN)).toBe(path)
})

test.for([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/events/..//evil.example',
  'https://evil.example/events',
  'https://guildhall.example@evil.example/',
  'https://guildhall.example.evil.example/',
  'http://guildhall.example/',
  'javascript:alert(1)',
  'data:text/html,hello',
  'https://',
])('%j is refused as a return path', (value) => {
  expect(ownPath(value, ORIGIN)).toBeUndefined()
})

test.for([undefined, null, 7, {}])('%j, which is not a text, is refused as a return path', (value) => {
  expect(ownPath(value, ORIGIN)).toBeUndefined()
})
