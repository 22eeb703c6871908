import { formatNumber } from '#shared/lib/language/numbers.ts'

import * as m from './messages.ts'

/**
 * The accent colour and its readability. Ratios are those of
 * WCAG 2.2, criteria 1.4.3 (text) and 1.4.11 (borders and drawings).
 */
export interface Accent {
  /** Six hexadecimal digits after `#`, in lower case. */
  light: string
  dark: string
}
export type Mode = keyof Accent
export const MODES = ['light', 'dark'] as const satisfies readonly Mode[]

/** The same values as in `client/ui/styles/tokens.css`. */
export const DEFAULT_ACCENT: Accent = { light: '#1f5d4c', dark: '#7fc4ad' }
export const COLOUR_PATTERN = '^#[0-9a-f]{6}$'

/** The same values as in `client/ui/styles/tokens.css`: the page, cards, and text on a button. */
export const SURFACES = {
  light: { paper: '#fbfaf7', raised: '#ffffff', onAccent: '#ffffff' },
  dark: { paper: '#151613', raised: '#1d1f1b', onAccent: '#151613' },
} as const satisfies Record<Mode, Record<string, string>>

const TEXT = 4.5
const GRAPHIC = 3

/** The uses of the accent colour, with their names for people. */
const USES = {
  links: m.contrastLinks,
  cards: m.contrastCards,
  buttons: m.contrastButtons,
  tints: m.contrastTints,
  borders: m.contrastBorders,
}

interface ContrastCheck {
  use: keyof typeof USES
  /** The compared pair: `Links on the page`. */
  name: string
  /** A contrast ratio from 1 to 21. */
  ratio: number
  least: number
}

/** Every use of the accent colour in one mode, least readable first. */
export function contrastChecks(colour: string, mode: Mode): ContrastCheck[] {
  const { paper, raised, onAccent } = SURFACES[mode]
  return [
    check('links', colour, paper, TEXT),
    check('cards', colour, raised, TEXT),
    check('buttons', onAccent, colour, TEXT),
    check('tints', colour, mixed(colour, paper, 0.09), TEXT),
    // The darkest tint on which something is drawn in the colour itself.
    check('borders', colour, mixed(colour, paper, 0.28), GRAPHIC),
  ].toSorted((one, other) => one.ratio / one.least - other.ratio / other.least)
}

const check = (use: ContrastCheck['use'], one: string, other: string, least: number): ContrastCheck => ({
  use,
  name: USES[use](),
  ratio: contrast(one, other),
  least,
})

/** The error of a colour, in a sentence, or undefined. */
export function contrastError(colour: string, mode: Mode): string | undefined {
  const [worst] = contrastChecks(colour, mode)
  if (!worst || worst.ratio >= worst.least) return undefined
  const { use, ratio, least } = worst
  return m.contrastError({ mode, use, ratio: shownRatio(ratio), least: shownRatio(least) })
}

/** Rounded down, so that a failure never looks like a pass: `4.4:1`. */
export const shownRatio = (ratio: number) => `${formatNumber(Math.floor(ratio * 10) / 10)}:1`

/** The nearest shade of a colour that people can read in a mode. */
export function readableShade(colour: string, mode: Mode): string {
  const towards = mode === 'light' ? '#000000' : '#ffffff'
  for (let share = 1; share > 0; share -= 0.02) {
    const shade = mixed(colour, towards, share)
    if (!contrastError(shade, mode)) return shade
  }
  return DEFAULT_ACCENT[mode]
}

/** Red, green and blue, or lightness and two opponent values, depending on the source. */
type Triple = [number, number, number]

const map3 = ([a, b, c]: Triple, work: (value: number) => number): Triple => [work(a), work(b), work(c)]
const dot = ([a, b, c]: Triple, [x, y, z]: Triple) => a * x + b * y + c * z

/** A contrast ratio from 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string) {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const luminance = (colour: string) => dot(linear(colour), [0.2126, 0.7152, 0.0722])

function linear(colour: string): Triple {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255
  return map3([channel(1), channel(3), channel(5)], (value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
}

function fromLinear(channels: Triple) {
  const gamma = map3(channels, (value) =>
    value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055,
  )
  const digits = gamma.map((value) => Math.round(Math.min(Math.max(value, 0), 1) * 255))
  return `#${digits.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** `color-mix(in oklab, …)`. The matrices are those of https://bottosson.github.io/posts/oklab/ */
function mixed(colour: string, other: string, share: number) {
  const [one, two] = [oklab(colour), oklab(other)]
  const mix = one.map((value, at) => value * share + two[at]! * (1 - share)) as Triple
  const cones: Triple = [
    dot(mix, [1, 0.396_337_777_4, 0.215_803_757_3]) ** 3,
    dot(mix, [1, -0.105_561_345_8, -0.063_854_172_8]) ** 3,
    dot(mix, [1, -0.089_484_177_5, -1.291_485_548]) ** 3,
  ]
  return fromLinear([
    dot(cones, [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2]),
    dot(cones, [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5]),
    dot(cones, [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701]),
  ])
}

function oklab(colour: string): Triple {
  const rgb = linear(colour)
  const cones: Triple = [
    Math.cbrt(dot(rgb, [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9])),
    Math.cbrt(dot(rgb, [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6])),
    Math.cbrt(dot(rgb, [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5])),
  ]
  return [
    dot(cones, [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8]),
    dot(cones, [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9]),
    dot(cones, [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766]),
  ]
}
