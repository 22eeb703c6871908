import * as m from '#shared/chapters/messages.ts'
import type { ChapterFigures } from '#shared/chapters/health.ts'
import { HEALTH_SORTS } from '#shared/chapters/rules.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import { formatNumber, formatPercent } from '#shared/lib/language/numbers.ts'

const [, ...FIGURES] = HEALTH_SORTS
type Figure = (typeof FIGURES)[number]

/** `Oct 2026`, for the `month` of `long` as `October 2026`. */
export const monthName = (month: string, style: 'short' | 'long' = 'short') =>
  formatAt(new Date(month), { month: style, year: 'numeric', timeZone: 'UTC' })

const UNKNOWN = '–'

function valueOf(figure: Figure, { capacity, seats, going, noShows, ...figures }: ChapterFigures) {
  if (figure === 'filled') return capacity === 0 ? UNKNOWN : formatPercent(seats / capacity)
  if (figure === 'noShows') return going === 0 ? UNKNOWN : m.healthShare({ part: noShows, whole: going })
  return formatNumber(figures[figure])
}

export const figureColumns = () => FIGURES.map((column) => m.healthColumn({ column }))

/** The values with their names, in the order of the columns. */
export const figuresOf = (figures: ChapterFigures) =>
  FIGURES.map((column) => ({ name: m.healthColumn({ column }), value: valueOf(column, figures) }))

export const FigureCells = ({ figures }: { figures: ChapterFigures }) =>
  figuresOf(figures).map(({ name, value }) => <td key={name}>{value}</td>)
