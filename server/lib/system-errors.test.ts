import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { describeSystemError } from './system-errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'system-errors-'))
const file = join(folder, 'file')
writeFileSync(file, '')
afterAll(() => rmSync(folder, { recursive: true }))

function errorOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

test('an error of the system is described in words, with the path', () => {
  const read = (path: string) =>
    describeSystemError(
      errorOf(() => readFileSync(path)),
      path,
    )
  expect(read(join(folder, 'none'))).toBe(`${folder}/none does not exist`)
  expect(read(folder)).toBe(`${folder} is a folder, not a file`)
  expect(read(join(file, 'none'))).toBe(`${file}/none leads through a file, not a folder`)
  const error = errorOf(() => mkdirSync(file, { recursive: true }))
  expect(describeSystemError(error)).toBe(`${file} is not a folder`)
})

test('an error without a path, or with an unknown code, keeps the system’s message', () => {
  const withoutPath = errorOf(() => readFileSync(folder))
  expect(describeSystemError(withoutPath)).toMatch(/^EISDIR: /)
  const other = Object.assign(new Error('ELOOP: too many links'), { code: 'ELOOP', syscall: 'open' })
  expect(describeSystemError(other, file)).toBe('ELOOP: too many links')
})

test('a full disk is reported without a path', () => {
  const full = { code: 'ENOSPC', syscall: 'copyfile', path: file }
  expect(describeSystemError(Object.assign(new Error('no space left'), full))).toBe('The disk is full')
})

test('a programming error is not described', () => {
  expect(describeSystemError(new TypeError('no function'))).toBeUndefined()
})
