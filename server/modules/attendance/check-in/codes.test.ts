import { assert, property } from 'fast-check'
import { expect, test } from 'vitest'

import { anyText } from '#server/testing/simulations/any-text.ts'

import { createCheckInCodes } from './codes.ts'

const codes = createCheckInCodes('a secret that only this test knows')
const uid = 'PVM2rYyxJhUDAh0Qq2JKuTQ3hKn2'
const code = codes.codeOf('event', uid)

test('a code identifies its member at its event', () => {
  expect(codes.memberOf('event', code)).toBe(uid)
  expect(code).toMatch(/^[\w:-]{1,64}$/)
  expect(codes.memberOf('event', codes.codeOf('event', 'a:b:c'))).toBe('a:b:c')
})

test('a code of another event, secret or member is rejected', () => {
  const others = createCheckInCodes('another secret, of another server')
  expect(codes.memberOf('other', code)).toBeUndefined()
  expect(others.memberOf('event', code)).toBeUndefined()
  expect(codes.memberOf('event', code.replace(uid, 'grace'))).toBeUndefined()
  // The parts of the same text with other boundaries.
  expect(codes.memberOf('event","a', codes.codeOf('event', 'a'))).toBeUndefined()
})

test('a code that differs in one character is rejected', () => {
  for (let at = 0; at < code.length; at += 1) {
    const changed = code.slice(0, at) + (code[at] === 'A' ? 'B' : 'A') + code.slice(at + 1)
    expect(codes.memberOf('event', changed)).toBeUndefined()
  }
  for (const near of [
    `${code} `,
    ` ${code}`,
    `${code}=`,
    code.toLowerCase(),
    `2${code.slice(1)}`,
    code.slice(0, -1),
  ]) {
    expect(codes.memberOf('event', near)).toBeUndefined()
  }
})

test('any other text is rejected without an error', () => {
  assert(
    property(anyText(200), (text) => {
      expect(codes.memberOf('event', text)).toBeUndefined()
    }),
  )
})
