import { array, assert, constantFrom, property } from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

import { catalogue } from './catalogue.ts'
import { setLanguageSource } from './current.ts'
import { format, Parts } from './format.ts'
import type { Language } from './languages.ts'
import { parse } from './parse.ts'
import { placeholdersOf } from './placeholders.ts'

const speak = (language: Language) => setLanguageSource(() => language)
afterEach(() => speak('en'))

const say = (text: string, values?: Record<string, string | number>) => format<string>(parse(text), values)

describe('a text', () => {
  test('a text contains values, numbers as the language writes them, and plurals', () => {
    const text =
      '{name} has {count, plural, =0 {no points} one {# point} other {# points}} of {most, number}.'
    expect(say(text, { name: 'Ada', count: 0, most: 1200 })).toBe('Ada has no points of 1,200.')
    expect(say(text, { name: 'Ada', count: 1, most: 1200 })).toBe('Ada has 1 point of 1,200.')
    expect(say(text, { name: 'Ada', count: 2500, most: 3000 })).toBe('Ada has 2,500 points of 3,000.')
    speak('de')
    expect(say('{count, plural, one {# Punkt} other {# Punkte}}', { count: 1200 })).toBe('1.200 Punkte')
  })

  test('plurals and numbers are those of the language’s country', () => {
    const days = (count: number) => say('{count, plural, one {# dia} other {# dias}}', { count })
    speak('pt')
    // Brazil writes “0 dia” and “1.200 dias”.
    expect([days(0), days(1), days(1200)]).toEqual(['0 dias', '1 dia', '1200 dias'])
  })

  test('a page that the browser has translated into an unknown language has its numbers', () => {
    speak('fr' as Language)
    expect(say('{count, number}', { count: 0.5 })).toBe('0,5')
  })

  test('a select uses the matching form, or the last one', () => {
    const text = '{tier, select, Gold {Golden} other {Plain {name}}}'
    expect(say(text, { tier: 'Gold', name: 'x' })).toBe('Golden')
    expect(say(text, { tier: 'Tin', name: 'x' })).toBe('Plain x')
    // An object's own methods are no forms.
    expect(say(text, { tier: 'toString', name: 'x' })).toBe('Plain x')
  })

  test('a number sign in a tag within a plural is the number', () => {
    const bold = (content: unknown) => `*${String(content)}*`
    expect(format<string>(parse('{n, plural, other {<b>#</b> of them}}'), { n: 3, b: bold })).toBe(
      '*3* of them',
    )
  })

  test('a text with a node has parts, in the order of the language', () => {
    const node = { kind: 'link' }
    const result = format(parse('Read <link>the {what}</link> on {date}.'), {
      link: (content: unknown) => ({ ...node, content }),
      what: 'rules',
      date: '3 May',
    })
    expect(result).toEqual(new Parts(['Read ', { kind: 'link', content: 'the rules' }, ' on ', '3 May', '.']))
  })

  test('an apostrophe is kept in words, and quotes special characters', () => {
    expect(say("It's '{'a'}' and ''b''")).toBe("It's {a} and 'b'")
    expect(say('a # b < c')).toBe('a # b < c')
  })

  test.each([
    '{',
    '{name',
    '{name, plural, one {x}}',
    '{name, date}',
    'a } b',
    '<b>x',
    '<b>x</i>',
    "'{x",
    '{count, plural, one x other {y}}',
  ])('a broken text names its problem: %s', (text) => {
    expect(() => parse(text)).toThrow(SyntaxError)
  })

  test('every text either has placeholders that formatting fills, or is refused', () => {
    const signs = array(
      constantFrom('{', '}', 'n', ' ', ',', '#', "'", '<b>', '</b>', 'plural', 'other', 'é'),
    )
    const check = () =>
      assert(
        property(signs, (parts) => isWhole(parts.join(''))),
        { numRuns: 200 },
      )
    expect(check).not.toThrow()
  })
})

function isWhole(text: string) {
  try {
    const pieces = parse(text)
    const values = Object.entries(placeholdersOf(pieces)).map(([name, kind]) => [name, SAMPLES[kind]])
    return typeof format<string>(pieces, Object.fromEntries(values)) === 'string'
  } catch (error) {
    return error instanceof SyntaxError
  }
}

const SAMPLES = { text: 'x', choice: 'x', number: 2, tag: String }

describe('a catalogue', () => {
  const { text } = catalogue({
    en: { title: 'Points', broken: 'Fine', only: 'Only here' },
    de: { title: 'Punkte', broken: '{n, plural, one {kaputt}}' },
  })

  test('a catalogue has the text of the language', () => {
    expect(text('title')).toBe('Points')
    speak('de')
    expect(text('title')).toBe('Punkte')
  })

  test('a text that is missing or broken in a language is shown in English', () => {
    speak('de')
    expect(text('broken')).toBe('Fine')
    expect(text('only')).toBe('Only here')
  })

  test('the pseudo-locale has no plain letters, and longer texts', () => {
    speak('en-XA')
    expect(text('title')).not.toMatch(/[a-z]/i)
    expect(text('title').length).toBeGreaterThan('Points'.length)
  })
})
