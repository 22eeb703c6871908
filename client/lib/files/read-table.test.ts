import { expect, test } from 'vitest'

import { decode, readFile, readText } from './read-table.ts'
import { UnreadableFile } from './unreadable-file.ts'

const TEXT = 'Name;Email\r\n"Müller; Jürgen";j@example.org\r\n\r\n'
const CELLS = [
  ['Name', 'Email'],
  ['Müller; Jürgen', 'j@example.org'],
]

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes)
}

test.each([
  ['UTF-8', new Uint8Array(Buffer.from(TEXT))],
  ['UTF-8 with a mark', new Uint8Array(Buffer.from(`\ufeff${TEXT}`))],
  ['UTF-16, little endian', utf16(`\ufeff${TEXT}`)],
  ['UTF-16, big endian', utf16(`\ufeff${TEXT}`, true)],
  ['UTF-16 without a mark', utf16(TEXT)],
  ['UTF-16, big endian, without a mark', utf16(TEXT, true)],
  ['Windows-1252', new Uint8Array(Buffer.from(TEXT, 'latin1'))],
])('a file in %s is read', async (_, bytes) => {
  expect((await readFile(new Blob([bytes]))).rows).toEqual(CELLS)
})

test.each([
  ['commas', 'Email,Name\na@example.org,Ada\n'],
  ['semicolons', 'Email;Name\na@example.org;Ada\n'],
  ['tabs', 'Email\tName\na@example.org\tAda\n'],
  ['a delimiter that Excel names', 'sep=;\r\nEmail;Name\r\na@example.org;Ada\r\n'],
  ['old line ends', 'Email,Name\ra@example.org,Ada\r'],
  ['quotes and empty lines', '"Email","Name"\n\n"a@example.org","Ada"\n , \n'],
])('cells separated by %s are found', (_, text) => {
  expect(readText(text).rows).toEqual([
    ['Email', 'Name'],
    ['a@example.org', 'Ada'],
  ])
})

test.each([
  ['50 MB', new Blob([new Uint8Array(50_000_000)]), /too large: 50 MB/],
  ['a spreadsheet', new Blob([new Uint8Array([0x50, 0x4b, 3, 4])]), /Save it as CSV/],
  ['a picture', new Blob([new Uint8Array([0xff, 0xd8, 0, 0, 0, 1])]), /not a text file/],
  ['nothing', new Blob(['\n\n']), /no rows/],
  ['more than 10,000 rows', new Blob(['a@example.org,b\n'.repeat(10_002)]), /10,002 rows/],
])('a file with %s is refused with the reason', async (_, file, message) => {
  const reading = readFile(file)
  await expect(reading).rejects.toThrow(UnreadableFile)
  await expect(reading).rejects.toThrow(message)
})

test('rows are counted as a spreadsheet counts them, with empty ones and cells of several lines', () => {
  const { rows, numbers } = readText('Email,Name\n\na@example.org,"Ada\nLovelace"\nb@example.org,Ben\n')
  expect(rows.map(([email]) => email)).toEqual(['Email', 'a@example.org', 'b@example.org'])
  expect(numbers).toEqual([1, 3, 4])
})

test('10,000 rows of formulas are read as plain text', () => {
  const table = readText(`Email,Name\n${'=cmd|calc,"=HYPERLINK(""x"")"\n'.repeat(10_000)}`)
  expect(table.rows).toHaveLength(10_001)
  expect(table.rows[1]).toEqual(['=cmd|calc', '=HYPERLINK("x")'])
})

test('invalid bytes in UTF-8 with a byte order mark are replaced, and do not change the encoding', () => {
  expect(decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff]))).toBe('a\ufffd')
})
