import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { decompressed } from './gunzip.ts'

const TEXT = Array.from({ length: 3_000 }, () => `${randomBytes(20).toString('hex')}\n`).join('')
const GZIP = gzipSync(TEXT)

test.for<[string, Buffer, string]>([
  ['one', GZIP, TEXT],
  ['two', Buffer.concat([GZIP, GZIP]), TEXT + TEXT],
  ['one before many zeros', Buffer.concat([GZIP, Buffer.alloc(100_000)]), TEXT],
  ['a small one before zeros', Buffer.concat([gzipSync('small\n'), Buffer.alloc(10)]), 'small\n'],
  ['an empty one', gzipSync(''), ''],
])('%s is decompressed', async ([, content, text]) => {
  expect(await read(content)).toEqual({ text, error: undefined })
})

test('a truncated file is decompressed as far as it goes', async () => {
  const { text, error } = await read(GZIP.subarray(0, -5_000))
  expect(TEXT.startsWith(text)).toBe(true)
  expect(text.length).toBeGreaterThan(TEXT.length - 15_000)
  expect(error).toBeUndefined()
})

test('a file that is damaged in the middle is decompressed up to the damage', async () => {
  const middle = GZIP.length >> 1
  const content = Buffer.concat([GZIP.subarray(0, middle), Buffer.alloc(5_000, 0xff), GZIP.subarray(middle)])
  const { text, error } = await read(content)
  expect(text.slice(0, TEXT.length >> 2)).toBe(TEXT.slice(0, TEXT.length >> 2))
  expect(error).toMatchObject({ code: 'Z_DATA_ERROR' })
})

test.for([0, 1, 2, 10])(
  'a file with %i foreign bytes at its end is decompressed up to them',
  async (length) => {
    for (const whole of [TEXT, 'small\n']) {
      const { text, error } = await read(Buffer.concat([gzipSync(whole), Buffer.alloc(length, 'x')]))
      expect(text).toBe(whole)
      expect(error === undefined).toBe(length < 2)
    }
  },
)

async function read(content: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'gunzip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file.gz'), content)
  await using handle = await open(join(folder, 'file.gz'))
  let text = ''
  try {
    for await (const chunk of decompressed(handle)) text += chunk.toString()
  } catch (error) {
    return { text, error }
  }
  return { text, error: undefined }
}
