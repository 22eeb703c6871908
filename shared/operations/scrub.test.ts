import { describe, expect, test } from 'vitest'

import { cutText, isSecretKey, scrubText, scrubUrl, scrubValue } from './scrub.ts'

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'

/** Split into two pieces, because scanners for secrets would otherwise report this file. */
const together = (...pieces: string[]) => pieces.join('')

const secrets: [name: string, text: string, clean: string][] = [
  ['a JWT', `got ${JWT} here`, 'got [redacted] here'],
  ['a JWT behind dots', `a.b.${JWT}`, 'a.b.[redacted]'],
  ['a bearer token', 'sent Bearer abcdefgh12345', 'sent Bearer [redacted]'],
  ['an authorization header', 'Authorization: Basic dTpw', 'Authorization: [redacted]'],
  ['every cookie of a header', 'Cookie: a=b; c=d\nnext', 'Cookie: [redacted]\nnext'],
  ['an email', 'no ada.lovelace+x@example.co.uk', 'no [redacted]'],
  ['an email with letters beyond ASCII', 'käthe@exämple.de', '[redacted]'],
  ['an encoded email', '/members/ada%40example.com', '/members/[redacted]'],
  ['a card', '4111 1111 1111 1111', '[redacted]'],
  ['a password in JSON', '{"password":"hun\\"ter2","a":1}', '{"password":[redacted],"a":1}'],
  [
    'a password in JSON in JSON',
    '{\\"password\\":\\"x y\\",\\"a\\":1}',
    '{\\"password\\":[redacted],\\"a\\":1}',
  ],
  ['a token in JSON that was cut off', '{"idToken":"abc', '{"idToken":[redacted]'],
  ['a form', 'password=hunter2&x=1', 'password=[redacted]&x=1'],
  ['the address of a calendar feed', 'GET /calendar/abcDEF-123_x.ics 404', 'GET /calendar/[redacted] 404'],
  [
    'an encoded calendar address',
    'https://a.test/calendars%2Fabc.ics',
    'https://a.test/calendars%2F[redacted]',
  ],
  ['a Stripe key', `key ${together('sk', '_live_51H8abcdefgh')}`, 'key [redacted]'],
  ['a Google key', `${together('AIza', 'SyA1234567890abcdefghijklmnopqrstu')} refused`, '[redacted] refused'],
  ['a GitHub token', together('ghp', '_16C7e42F292c6912E7710c838347Ae178B4a'), '[redacted]'],
  ['an AWS key', together('AKIA', 'IOSFODNN7EXAMPLE'), '[redacted]'],
  ['an international phone number', 'call +41 44 123 45 67 now', 'call [redacted] now'],
  ['a phone number with brackets', 'call (555) 123-4567', 'call [redacted]'],
  ['a national phone number', 'tel 044 123 45 67.', 'tel [redacted].'],
  ['an IBAN', 'to CH93 0076 2011 6238 5295 7 today', 'to [redacted] today'],
  ['an IBAN without spaces', 'DE89370400440532013000', '[redacted]'],
  ['a one-time code', 'your verification code is 482913', 'your verification code is [redacted]'],
  ['another one-time code', 'OTP: 4829', 'OTP: [redacted]'],
  [
    'a private key',
    'a -----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY----- b',
    'a [redacted] b',
  ],
  ['a private key that was cut off', '-----BEGIN PRIVATE KEY-----\nMIIE', '[redacted]'],
  ['a secret with invisible characters inside', `sk\u200b_live_51H8abc\u202edefgh`, '[redacted]'],
  ['control characters', 'a\u001b[31mb\u0007\u009bc\u202ed\ne\tf', 'a[31mbcd\ne\tf'],
  ['the query of a path', 'GET /x?code=1#y failed', 'GET /x?code=[redacted]#[redacted] failed'],
]

describe('scrubText', () => {
  test.each(secrets)('scrubText hides %s', (_, text, clean) => {
    expect(scrubText(text)).toBe(clean)
  })

  test.each(secrets)('scrubText changes %s no further the second time', (_, text) => {
    expect(scrubText(scrubText(text))).toBe(scrubText(text))
  })

  test.each([
    ['a parser error', `Unexpected token '<', "<!DOCTYPE "... is not valid JSON`],
    ['another parser error', 'Unexpected token: }'],
    ['a Firefox frame', 'load@https://guildhall.example/assets/a.js:1:2'],
    ['a package with its version', 'node_modules/react@19.3.1/index.js'],
    ['codes of status', 'status code 404, close code 1006, error code: 5001'],
    ['a number with a date', '2026-11-22 10:00, 1763715482123, 192.168.10.12, v10.20.30'],
    ['an id', 'id 3f2a91c0-5d7e-4b64-8c1d-000011112222'],
    ['letters like an IBAN’s', 'AB12 CDEF 3456 GHIJ'],
    ['a path of the calendar’s own', 'GET /api/calendar-feed'],
    ['digits within an id that could be a card’s', 'No event bce6ad54-6a8d-4f33-9502-69750276ad40'],
    ['digits that are no card', '4111111111111112 at 1763715482123'],
  ])('scrubText leaves %s alone', (_, text) => {
    expect(scrubText(text)).toBe(text)
  })

  test('scrubText keeps the position behind a query, which stacks of a development server have', () => {
    expect(scrubText('at x (http://localhost/a.tsx?t=17:12:5)')).toBe(
      'at x (http://localhost/a.tsx?t=[redacted]:12:5)',
    )
  })

  test.each([
    'a',
    '1',
    'a@',
    'eyJ',
    'eyJ.',
    'password',
    'token="',
    'cookie=',
    'http://?',
    '/?&',
    'a%40',
    '+1 ',
    '0-',
    'AB12',
    'code ',
    '-----BEGIN PRIVATE KEY-----',
    '/calendar/',
    'sk_live_',
    '(555) ',
  ])('scrubText takes at most linear time for repetitions of %s', (piece) => {
    const text = piece.repeat(Math.ceil(60_000 / piece.length))
    // Processor time of this thread, because others may keep the machine busy.
    const begun = process.threadCpuUsage()
    scrubText(text)
    expect(process.threadCpuUsage(begun).user).toBeLessThan(250_000)
  })
})

test('scrubUrl keeps the names of the query alone', () => {
  expect(scrubUrl('https://u:p@host.example/a?code=1&next=/x#access_token=2')).toBe(
    'https://host.example/a?code=[redacted]&next=[redacted]#[redacted]',
  )
  expect(scrubUrl(`/a?${JWT}`)).toBe('/a?[redacted]')
})

describe('scrubValue', () => {
  test('scrubValue hides by key, at any depth and in any spelling', () => {
    expect(
      scrubValue({ a: [{ 'API-Key': 1, 'Set-Cookie': 'x', pinned: true, 'ada@example.org': 2 }] }),
    ).toEqual({
      a: [{ 'API-Key': '[redacted]', 'Set-Cookie': '[redacted]', pinned: true, '[redacted]': 2 }],
    })
  })

  test('scrubValue drops a key that could poison a prototype', () => {
    expect(JSON.stringify(scrubValue(JSON.parse('{"__proto__":{"admin":true},"a":1}')))).toBe('{"a":1}')
  })

  test('scrubValue terminates for an object that refers to itself many times', () => {
    const knot: Record<string, unknown> = {}
    knot['self'] = Array.from({ length: 1000 }, () => knot)
    expect(JSON.stringify(scrubValue(knot)).length).toBeLessThan(20_000)
  })

  test('scrubValue keeps the text of an error and of a date', () => {
    expect(scrubValue({ cause: new TypeError('of ada@example.org'), at: new Date(0) })).toEqual({
      cause: 'TypeError: of [redacted]',
      at: '1970-01-01T00:00:00.000Z',
    })
  })
})

test('isSecretKey matches whole words only', () => {
  expect(['pin', 'card', 'shipping', 'discard'].map(isSecretKey)).toEqual([true, true, false, false])
})

test('cutText never splits a character', () => {
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText('ab😀', 4)).toBe('ab😀')
})
