import { describe, expect, test } from 'vitest'

import { cellOf, MODES, MOMENTS, PORTS } from '#server/tools/requirements/failure-cells.ts'
import { ASVS, FAILURES, SECURITY_SOURCES, WCAG } from '#server/tools/requirement-sources.ts'
import { parse, parseCode } from '#server/tools/source-texts.ts'
import { testTitlesIn } from '#server/tools/test-titles.ts'

const all = [...[...SECURITY_SOURCES, WCAG].flatMap(({ requirements }) => requirements), ...FAILURES]
const proofs = all.flatMap(([id, , , outcome]) =>
  outcome.status === 'proven' ? outcome.tests.map((proof) => ({ id, ...proof })) : [],
)
const byFile = Object.entries(Object.groupBy(proofs, ({ file }) => file))

test('the table has each requirement of ASVS 5.0 of levels 1 and 2 once', () => {
  const levels = ASVS.requirements.map(([, level]) => level)
  expect([levels.filter((level) => level === 1).length, levels.length]).toEqual([70, 253])
  const ids = all.map(([id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('the table has each success criterion of WCAG 2.2 of levels A and AA', () => {
  const levels = WCAG.requirements.map(([, level]) => level)
  // One more than WCAG 2.2 has: reports still list 4.1.1.
  expect([levels.filter((level) => level === 1).length, levels.length]).toEqual([32, 56])
})

test('each failure that the matrix of ports names is proven', () => {
  const cells = PORTS.flatMap((port) =>
    MODES.flatMap((mode) => MOMENTS.map((moment) => cellOf(port, mode, moment))),
  )
  expect(cells).toHaveLength(330)
  const known = new Set(FAILURES.flatMap(([name, , , { status }]) => (status === 'proven' ? [name] : [])))
  const named = cells.flatMap((cell) => ('proven' in cell ? cell.proven : []))
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('each proven requirement names a test', () => {
  const unproven = all.filter(([, , , outcome]) => outcome.status === 'proven' && outcome.tests.length === 0)
  expect(unproven).toEqual([])
})

test.each(byFile)('%s has each test that a requirement names, and runs it', (file, named = []) => {
  const running = testTitlesIn(parse(file).ast).filter(({ skipped }) => !skipped)
  const titles = new Set(running.map(({ title }) => title))
  expect(named.filter(({ title }) => !titles.has(title)).map(({ id, title }) => `${id}: ${title}`)).toEqual(
    [],
  )
})

describe('the search for tests', () => {
  const titles = (code: string) => testTitlesIn(parseCode(code, 'ts'))

  test.each([
    `test('a', () => {})`,
    `describe('group', () => { test('a', () => {}) })`,
    `describe.each([1])('group %s', () => { it.for<number>([1])('a', () => {}) })`,
    'test.concurrent(`a`, { timeout: 1 }, () => {})',
  ])('a test is found in %s', (code) => {
    expect(titles(code)).toEqual([{ title: 'a', skipped: false }])
  })

  test.each([
    `test.skip('a', () => {})`,
    `test.skipIf(true)('a', () => {})`,
    `describe.skip('group', () => { describe('inner', () => { test('a', () => {}) }) })`,
    `describe.runIf(false)('group', () => { test('a', () => {}) })`,
  ])('a skipped test is found in %s', (code) => {
    expect(titles(code)).toEqual([{ title: 'a', skipped: true }])
  })

  test('a title in a comment or another call is not a test', () => {
    expect(titles(`// test('a')\nlog('a'); const test = 'a'; test.title`)).toEqual([])
  })
})
