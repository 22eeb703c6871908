import { DAY } from '#shared/lib/durations.ts'

/** A line of a chart: one value for each of its labels. */
export interface Series {
  label: string
  values: readonly (number | undefined)[]
}

/** The size of the drawing, in its own units. */
export const CURVE = { width: 320, height: 120 } as const

/** A round number that is at least as large as every value. */
export function topOf(series: readonly Series[]) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const step = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((factor) => factor * step).find((top) => top >= most)!
}

/** Path of the line through the known values; a single value is a short stroke. */
export function pathOf({ values }: Series, top: number) {
  const { width, height } = CURVE
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const points = values.flatMap((value, at) =>
    value === undefined ? [] : [`${round(at * step)} ${round(height - (value / top) * height)}`],
  )
  const isLast = values.length > 1 && values.at(-1) !== undefined
  const [first = ''] = points
  return points.length === 1 ? `M${first}h${isLast ? '-' : ''}${round(width / 12)}` : `M${points.join('L')}`
}

const round = (coordinate: number) => Math.round(coordinate * 10) / 10

/** Every day from the first to the last one, without gaps. */
export function daysBetween(first: string, last: string) {
  const count = (Date.parse(last) - Date.parse(first)) / DAY
  return Array.from({ length: count + 1 }, (_, at) =>
    new Date(Date.parse(first) + at * DAY).toISOString().slice(0, 10),
  )
}
