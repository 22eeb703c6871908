/** Numbers as the language writes them, and counts in English words. */
import { locale } from './current.ts'

/** Created when it is first used: the first object of `Intl` takes a phone a tenth of a second. */
let numbers: Intl.NumberFormat | undefined
let numbersOf = ''

/** `1,200`. */
export function formatNumber(value: number) {
  if (!numbers || numbersOf !== locale()) {
    numbersOf = locale()
    numbers = new Intl.NumberFormat(numbersOf)
  }
  return numbers.format(value)
}

/** `100%`. */
export const formatPercent = (share: number) => share.toLocaleString(locale(), { style: 'percent' })

/** `1.2K`. */
export const formatCompact = (value: number) => value.toLocaleString(locale(), { notation: 'compact' })

/** The form that goes with the number: `person` or `people`. */
export const plural = (count: number, one: string, other = `${one}s`) => (Math.abs(count) === 1 ? one : other)

/** `1 guest`, `3 guests`, `1,200 people`. */
export const counted = (count: number, one: string, other?: string) =>
  `${formatNumber(count)} ${plural(count, one, other)}`
