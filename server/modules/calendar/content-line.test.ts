import { assert, property } from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'

import { anyText } from '#server/testing/simulations/any-text.ts'

import { contentLine, escapeText } from './ical.ts'

const write = (text: string) =>
  ['BEGIN:VCALENDAR', `SUMMARY:${escapeText(text)}`, 'END:VCALENDAR'].map(contentLine).join('')
const readBack = (file: string) =>
  new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstPropertyValue('summary')

describe('a text', () => {
  test.for([
    ['commas, semicolons; and \\backslashes\\n', 'commas, semicolons; and \\backslashes\\n'],
    ['two\r\nlines\rand a third\u2028and a fourth', 'two\nlines\nand a third\nand a fourth'],
    ['tab\tstays, bell\u0007 and escape\u001b[2J go', 'tab\tstays, bell and escape[2J go'],
    ['half of an emoji \ud83e', 'half of an emoji \ufffd'],
    ['next line\u0085END:VEVENT', 'next line\nEND:VEVENT'],
    ['soft\vbreak and\fpage', 'soft\nbreak and\npage'],
    ['x\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR', 'x\nEND:VCALENDAR\nBEGIN:VCALENDAR'],
    ['  space at both ends  ', '  space at both ends  '],
    ['مرحبا بالعالم — 日本語 — Ünïcödé', 'مرحبا بالعالم — 日本語 — Ünïcödé'],
  ])('a text is read back with its intended characters: %j', ([text, meant]) => {
    expect(readBack(write(text!))).toBe(meant)
  })

  test('any text is read back unchanged and leaves the lines around it intact', () => {
    assert(
      property(anyText(400), (text) => {
        const file = write(text)
        const meant = text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
        expect(readBack(file)).toBe(meant)
        expect(file.match(/^(BEGIN|END):/gm)).toHaveLength(2)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a line', () => {
  test.for([...Array(12).keys()])(
    'a line has at most 75 octets, with an emoji %i before the fold',
    (shift) => {
      const text = `${'a'.repeat(60 + shift)}${'🧑‍🚀é'.repeat(30)}`
      const file = write(text)
      const lines = file.split('\r\n')
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(lines.join('')).not.toContain('\ufffd')
      expect(readBack(file)).toBe(text)
    },
  )

  test('a text of 10,000 characters of four bytes each is read back', () => {
    const text = '🪴'.repeat(10_000)
    expect(readBack(write(text))).toBe(text)
  })

  test('a line of exactly 75 octets is not folded', () => {
    expect(contentLine('a'.repeat(75))).toBe(`${'a'.repeat(75)}\r\n`)
    expect(contentLine('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a\r\n`)
  })
})
