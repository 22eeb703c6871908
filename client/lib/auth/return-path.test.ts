import { expect, test } from 'vitest'

import { ownPath } from './return-path.ts'

const ORIGIN = 'https://guildhall.example'

test.for([
  ['/events?tab=past#today', '/events?tab=past#today'],
  ['/profile/a%2Fb', '/profile/a%2Fb'],
  ['https://guildhall.example/admin', '/admin'],
  ['/../../events', '/events'],
] as const)('%s is a path of ours', ([value, path]) => {
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
])('%j is no path of our own', (value) => {
  expect(ownPath(value, ORIGIN)).toBeUndefined()
})

test.for([undefined, null, 7, {}])('%j, which is no text, is no path of our own', (value) => {
  expect(ownPath(value, ORIGIN)).toBeUndefined()
})
