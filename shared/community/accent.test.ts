import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import {
  contrastChecks,
  contrastError,
  DEFAULT_ACCENT,
  MODES,
  readableShade,
  shownRatio,
  SURFACES,
} from './accent.ts'

const ratioOf = (colour: string, name: string) =>
  contrastChecks(colour, 'light').find((check) => check.name === name)?.ratio

test('contrast ratios follow WCAG', () => {
  expect(ratioOf('#000000', 'Links on cards')).toBeCloseTo(21, 5)
  expect(ratioOf('#ffffff', 'Links on cards')).toBeCloseTo(1, 5)
  // The lightest grey that passes on white, as known from WebAIM's checker: 4.54:1.
  expect(ratioOf('#767676', 'Links on cards')).toBeCloseTo(4.54, 2)
})

test('the default is readable in both modes, on the surfaces that the style sheet has', async () => {
  for (const mode of MODES) expect(contrastError(DEFAULT_ACCENT[mode], mode)).toBeUndefined()
  const tokens = await readFile('client/ui/styles/tokens.css', 'utf8')
  const both = (light: string, dark: string) => `light-dark(${light}, ${dark});`
  const { light, dark } = SURFACES
  expect(tokens).toContain(`--accent: ${both(DEFAULT_ACCENT.light, DEFAULT_ACCENT.dark)}`)
  expect(tokens).toContain(`--paper: ${both(light.paper, dark.paper)}`)
  expect(tokens).toContain(`--raised: ${both(light.raised, dark.raised)}`)
  expect(tokens).toContain(`--on-accent: ${both(light.onAccent, dark.onAccent)}`)
})

test('a colour that people cannot read is refused with its ratio', () => {
  expect(contrastError('#ff0000', 'light')).toBe(
    'This colour is hard to read in light mode: text on tinted areas would have a contrast of 3.4:1. At least 4.5:1 is needed.',
  )
  expect(contrastError('#1f5d4c', 'dark')).toMatch(/dark mode: links on cards .* 2\.\d:1/)
  expect(contrastError('#ffff00', 'dark')).toBeUndefined()
  expect(shownRatio(4.499)).toBe('4.4:1')
})

test.each(['#ffff00', '#ff0000', '#0057b8', '#777777', '#000000', '#ffffff'])(
  'the nearest readable shade of %s has enough contrast, and a readable colour is unchanged',
  (colour) => {
    for (const mode of MODES) {
      const shade = readableShade(colour, mode)
      expect(contrastError(shade, mode)).toBeUndefined()
      expect(readableShade(shade, mode)).toBe(shade)
    }
  },
)
