import { describe, expect, test } from 'vitest'

import { cutText, isSecretKey, scrubText, scrubUrl, scrubValue } from './scrub.ts'

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'

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
  ['the query of a path', 'GET /x?code=1#y failed', 'GET /x?code=[redacted]#[redacted] failed'],
]

describe('scrubText', () => {
  test.each(secrets)('hides %s', (_, text, clean) => {
    expect(scrubText(text)).toBe(clean)
  })

  test.each(secrets)('changes %s no further the second time', (_, text) => {
    expect(scrubText(scrubText(text))).toBe(scrubText(text))
  })

  test.each([
    ['a parser error', `Unexpected token '<', "<!DOCTYPE "... is not valid JSON`],
    ['another parser error', 'Unexpected token: }'],
    ['a Firefox frame', 'load@https://guildhall.example/assets/a.js:1:2'],
    ['a package with its version', 'node_modules/react@19.3.1/index.js'],
    ['digits that are no card', '4111111111111112 at 1763715482123'],
  ])('leaves %s alone', (_, text) => {
    expect(scrubText(text)).toBe(text)
  })

  test('keeps the position behind a query, which stacks of a development server have', () => {
    expect(scrubText('at x (http://localhost/a.tsx?t=17:12:5)')).toBe(
      'at x (http://localhost/a.tsx?t=[redacted]:12:5)',
    )
  })

  test.each(['a', '1', 'a@', 'eyJ', 'eyJ.', 'password', 'token="', 'cookie=', 'http://?', '/?&', 'a%40'])(
    'takes no more than linear time over %s again and again',
    (piece) => {
      const text = piece.repeat(Math.ceil(60_000 / piece.length))
      // Of the processor, which others may keep busy.
      const begun = process.threadCpuUsage()
      scrubText(text)
      expect(process.threadCpuUsage(begun).user).toBeLessThan(250_000)
    },
  )
})

test('scrubUrl keeps the names of the query alone', () => {
  expect(scrubUrl('https://u:p@host.example/a?code=1&next=/x#access_token=2')).toBe(
    'https://host.example/a?code=[redacted]&next=[redacted]#[redacted]',
  )
  expect(scrubUrl(`/a?${JWT}`)).toBe('/a?[redacted]')
})

describe('scrubValue', () => {
  test('hides by key, however deep and however spelt', () => {
    expect(
      scrubValue({ a: [{ 'API-Key': 1, 'Set-Cookie': 'x', pinned: true, 'ada@example.org': 2 }] }),
    ).toEqual({
      a: [{ 'API-Key': '[redacted]', 'Set-Cookie': '[redacted]', pinned: true, '[redacted]': 2 }],
    })
  })

  test('drops a key that could poison a prototype', () => {
    expect(JSON.stringify(scrubValue(JSON.parse('{"__proto__":{"admin":true},"a":1}')))).toBe('{"a":1}')
  })

  test('ends on what refers to itself many times over', () => {
    const knot: Record<string, unknown> = {}
    knot['self'] = Array.from({ length: 1000 }, () => knot)
    expect(JSON.stringify(scrubValue(knot)).length).toBeLessThan(20_000)
  })

  test('says what an error or a date was', () => {
    expect(scrubValue({ cause: new TypeError('of ada@example.org'), at: new Date(0) })).toEqual({
      cause: 'TypeError: of [redacted]',
      at: '1970-01-01T00:00:00.000Z',
    })
  })
})

test('isSecretKey does not take a part of a word for the word', () => {
  expect(['pin', 'card', 'shipping', 'discard'].map(isSecretKey)).toEqual([true, true, false, false])
})

test('cutText never halves a character', () => {
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText('ab😀', 4)).toBe('ab😀')
})
