import { expect, test } from 'vitest'

import { wrongNewPassword } from './checks.ts'

test('a new password needs 8 characters', () => {
  expect(wrongNewPassword('1234567')).toEqual({ password: expect.stringContaining('8') })
  expect(wrongNewPassword('12345678')).toEqual({})
})

test.each([
  ['lower-case letters only', 'correct horse battery staple'],
  ['figures only', '271828182845904523'],
  ['spaces at its ends', '  seven or eight  '],
  ['any script', 'пароль 密码 🦊'],
  ['more than 64 characters', 'long '.repeat(40)],
])('a new password may consist of %s', (_what, password) => {
  expect(wrongNewPassword(password)).toEqual({})
})
