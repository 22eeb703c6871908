import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/** Names a side of the screen, which is the wrong one where lines run from right to left. */
const SIDE =
  /^(?:left|right|(?:margin|padding|border|scroll-\w+)-(?:left|right)\b.*|border-(?:top|bottom)-(?:left|right)-radius)$/
const SIDE_VALUE = /^(?:left|right)$|\bto (?:left|right)\b|\btranslatex\(/i

/** Whether the second of four values, the right side, differs from the fourth, the left one. */
function isLopsided(name: string, value: string) {
  if (!/^(?:margin|padding|inset|border-(?:width|style|color))$/.test(name)) return false
  const [, right, , left] = value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
  return left !== undefined && right !== left
}

const rules = globSync('client/**/*.css', { cwd: ROOT }).flatMap((file) => {
  const css = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...css.matchAll(/\{([^{}]*)/g)].map(([, body = '']) => ({
    file,
    declarations: [...body.matchAll(/(?<=^\s*|;\s*)([a-z-]+):\s*([^;]+)/g)].map(
      ([, name = '', value = '']) => ({ name, value }),
    ),
  }))
})

test('no style refers to the left or right side of the screen', () => {
  const found = rules.flatMap(({ file, declarations }) =>
    declarations
      .filter(
        ({ name, value }) =>
          // The notch of a phone is on the same side in every language.
          !value.includes('safe-area-inset') &&
          // Variables map the start and the end of a line to sides.
          (SIDE.test(name) || (!name.startsWith('--') && SIDE_VALUE.test(value)) || isLopsided(name, value)),
      )
      .map(({ name, value }) => `${file}: ${name}: ${value}`),
  )
  expect(found).toEqual([])
})

test('texts in which people break lines take the direction of their script', () => {
  const found = rules.filter(({ declarations }) => {
    const has = (name: string, value: string) =>
      declarations.some((each) => each.name === name && each.value === value)
    return has('white-space', 'pre-line') && !has('unicode-bidi', 'plaintext')
  })
  expect(found).toEqual([])
})
