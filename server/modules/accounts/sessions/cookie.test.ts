import fastify from 'fastify'
import { expect, test } from 'vitest'

import { createSessionCookie } from './cookie.ts'

const cookie = await createSessionCookie(fastify(), 'https://guildhall.example')

test('the cookie is bound to the host and out of reach of scripts, other sites and plain http', () => {
  expect(cookie.serialise('a.b.c', 90_999)).toBe(
    '__Host-session=a.b.c; Max-Age=90; Path=/; HttpOnly; Secure; SameSite=Strict',
  )
})

test('the cookie has no prefix and no Secure attribute on localhost without TLS', async () => {
  const local = await createSessionCookie(fastify(), 'http://localhost:3000')

  expect(local.serialise('a.b.c', 90_000)).toBe(
    'session=a.b.c; Max-Age=90; Path=/; HttpOnly; SameSite=Strict',
  )
  expect(local.read('session=a.b.c')).toBe('a.b.c')
  expect(cookie.read('session=a.b.c')).toBeUndefined()
})

test.for([
  ['__Host-session=a.b.c', 'a.b.c'],
  ['theme=dark;__Host-session=a.b.c ; x=y', 'a.b.c'],
  ['__Host-session=a=b', 'a=b'],
  ['__Host-sessions=a.b.c', undefined],
  ['x__Host-session=a.b.c', undefined],
  ['__Host-session', undefined],
  ['__Host-session=', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('the session cookie in %j is %j', ([header, value]) => {
  expect(cookie.read(header)).toBe(value)
})

test.for([
  '__Host-session=a; __Host-session=b',
  '__Host-session=a; __Host-session=a',
  '__Host-session=;__Host-session=a',
])('%j is refused, because it has two session cookies', (header) => {
  expect(() => cookie.read(header)).toThrow(expect.objectContaining({ status: 400 }))
  expect(cookie.readUnlessSeveral(header)).toBeUndefined()
})

test('a cookie that is too large for browsers is refused', () => {
  expect(cookie.serialise('x'.repeat(4000), 1_000)).toHaveLength(4069)
  expect(() => cookie.serialise('x'.repeat(4096), 1_000)).toThrow(expect.objectContaining({ status: 403 }))
})
