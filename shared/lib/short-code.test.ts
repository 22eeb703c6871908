import { expect, test } from 'vitest'

import { normaliseCode, shortCode } from './short-code.ts'

test.each([
  ['00000000-0000-4000-8000-000000000000', '0000-0000'],
  ['00000000-0000-4000-8000-00ffffffffff', 'ZZZZ-ZZZZ'],
  ['8d3ac5c2-6a0b-4f6e-9d0b-5e0443dff12a', '0H1X-ZW9A'],
  ['8D3AC5C2-6A0B-4F6E-9D0B-5E0443DFF12A', '0H1X-ZW9A'],
])('the short code of %s is %s', (id, code) => {
  expect(shortCode(id)).toBe(code)
})

test('short codes are unique, and have no characters that look alike', () => {
  const codes = Array.from({ length: 2_000 }, () => shortCode(crypto.randomUUID()))
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(normaliseCode(code)).toBe(code)
  }
})

test.each(['', 'uid-1', 'zzzzzzzzzz', '../../etc/passwd'])(
  'the id %j, which is not a UUID, still gets a code',
  (id) => {
    expect(shortCode(id)).toEqual(expect.any(String))
  },
)

test.each(['7k3f-92qd', ' 7K3F 92QD ', '7K3F92QD'])('%j is read as a code', (typed) => {
  expect(normaliseCode(typed)).toBe('7K3F-92QD')
})

test('a misread character is replaced with the one that was meant', () => {
  expect(normaliseCode('oOiI-lL7k')).toBe('0011-117K')
})

test.each(['', '7K3F-92Q', '7K3F-92QD1', '7K3F-92QU', 'x'.repeat(100_000), '7K3F-92Q\u0000'])(
  '%j is not read as a code',
  (typed) => {
    expect(normaliseCode(typed)).toBeUndefined()
  },
)
