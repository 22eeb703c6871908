import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { createCodes } from './codes.ts'

const { codeOf, matches } = createCodes('a secret of this test')

test('each digit of a code is as likely as any other', () => {
  const counts = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0))
  for (let made = 0; made < 20_000; made++) {
    const code = codeOf({ id: 'browser', key: randomUUID() })
    for (const [at, digit] of [...code].entries()) counts[at]![Number(digit)]! += 1
  }
  // 2,000 are expected; a deviation of 300 is seven times the standard one.
  for (const count of counts.flat()) expect(Math.abs(count - 2_000)).toBeLessThan(300)
})

test('another secret, browser or key makes another code', () => {
  const codes = [
    codeOf({ id: 'a', key: 'b' }),
    codeOf({ id: 'b', key: 'b' }),
    codeOf({ id: 'a', key: 'c' }),
    createCodes('another secret').codeOf({ id: 'a', key: 'b' }),
  ]
  expect(new Set(codes).size).toBe(4)
})

test.each(['', '12345', '1234567', '१२३४५६', 'abcdef'])('%j matches no code', (entered) => {
  expect(matches({ id: 'a', key: 'b' }, entered)).toBe(false)
})
