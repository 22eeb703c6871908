import { Script } from 'node:vm'

import { expect, test } from 'vitest'

import { expressionsOf, sources } from '#server/tools/source-texts.ts'

/** Files whose expressions meet only texts of the project and of its operator. */
const NOT_FOREIGN =
  /^client\/(build\/|vite\.config)|^server\/(demo|tasks)\/|^server\/http\/pages\/(community-pages|landing-page|screen-pages|link-preview)\.ts$/

/** Characters that an expression with one of these escapes may match. */
const MATCHED: Readonly<Record<string, readonly string[]>> = {
  '\\s': [' ', '\n'],
  '\\S': ['a'],
  '\\d': ['0'],
  '\\w': ['a', '0'],
  '\\p': ['a', 'é'],
}
const ALWAYS = ['a', '0', ' ', '\n', '.', '@']
const MAX_TOKENS = 16
/** Shorter texts first: a cubic expression would take minutes for the longest. */
const LENGTHS = [2_000, 10_000, 80_000] as const
/** Milliseconds for the shortest text. A quadratic expression takes longer, and most linear ones do not. */
const SUSPICIOUS = 0.1
/** Milliseconds per character. Linear expressions take less than 0.0005; quadratic ones, for the longest text, 0.005. */
const TOO_SLOW = 0.0015
const RUNS = 3
const HANGING = 60_000

/** Characters and words of an expression, of which hostile texts are made. */
function tokensOf(pattern: string): string[] {
  const escapes = pattern.match(/\\[a-z]/gi) ?? []
  const literal = pattern.replace(/\\[a-z](?:\{[^}]*\})?/gi, '|').replace(/\\(.)/g, '$1')
  const words = literal.match(/[\w<>/ ="'@:%.#!&-]{2,24}/g) ?? []
  const signs = literal.match(/[^\w()|^$]/gu) ?? []
  return [
    ...new Set([...ALWAYS, ...escapes.flatMap((escape) => MATCHED[escape] ?? []), ...words, ...signs]),
  ].slice(0, MAX_TOKENS)
}

/** Texts of a given length that begin to match in many places, and then do not. */
function* hostileTexts(tokens: readonly string[]) {
  const repeat = (token: string, length: number) => token.repeat(length / token.length)
  for (const first of tokens)
    for (const second of tokens) {
      const both = first === second ? first : first + second
      yield (length: number) => `${repeat(both, length)}\0`
      yield (length: number) => `${repeat(both, length)}\n`
      yield (length: number) => `${second}${repeat(first, length)}\0`
      if (second.length > 1) yield (length: number) => repeat(first, length / 2) + repeat(second, length / 2)
    }
}

function elapsed(expression: RegExp, text: string) {
  const started = performance.now()
  text.replace(expression, '')
  return performance.now() - started
}

/** Each of several runs is too slow: other processes only make some of them longer. */
const isTooSlow = (expression: RegExp, text: string) =>
  Array.from({ length: RUNS }).every(() => elapsed(expression, text) > TOO_SLOW * text.length)

/** The beginning of a text for which the expression takes more than linear time. */
function hostileTextFor(expression: RegExp): string | undefined {
  for (const textOf of hostileTexts(tokensOf(expression.source))) {
    if (elapsed(expression, textOf(LENGTHS[0])) < SUSPICIOUS) continue
    if (LENGTHS.some((length) => isTooSlow(expression, textOf(length)))) return textOf(40)
  }
  return undefined
}

/** Ends an expression that would run for years: a time-out of a script also does that to its calls. */
function searchFor(expression: RegExp) {
  Object.assign(globalThis, { searchHostileText: () => hostileTextFor(expression) })
  return new Script('searchHostileText()').runInThisContext({ timeout: HANGING }) as string | undefined
}

test.each([
  [/ *\n */g],
  [/\S+@\S+/],
  [/^(.*?)(\s*)$/s],
  [/(\w+:\/\/\S+\/dist\/\S+\.js):(\d+)/],
  [/<p[^>]* data-x[^>]*>/],
  [/transaction.*(expired|closed)/],
  [/<([^<>]*@[^<>]*)>/],
  [/\bVersion\/.*\bSafari\//],
])('the check detects the quadratic expression %s', (expression) => {
  expect(searchFor(expression)).toBeDefined()
})

test('every regular expression for foreign text takes linear time', { timeout: 120_000 }, () => {
  const slow = sources()
    .filter((file) => !NOT_FOREIGN.test(file))
    .flatMap(expressionsOf)
    .flatMap(({ at, expression }) => {
      // Other processes can make all runs longer, but hardly in two searches.
      const text = searchFor(expression) && searchFor(expression)
      return text === undefined ? [] : [`${at} ${String(expression)} ${JSON.stringify(text)}`]
    })
  expect(slow).toEqual([])
})
