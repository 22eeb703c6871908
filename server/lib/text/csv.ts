/** Matches positions where a spreadsheet may start a cell: other locales separate by semicolon or tab. */
const FORMULA = /(^|[;,\t\r\n])((?:[^\S\t\r\n]|["'])*)([=+\-@＝＋－＠])/gu

type Cell = string | number | undefined

export type Column<Row> = readonly [title: string, cellOf: (row: Row) => Cell]

/** RFC 4180, in UTF-8 with the byte order mark that spreadsheets need. */
export const writeCsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  csvHeader(columns) + csvLines(columns, rows)

/** The first line of a file that is written in pieces. */
export const csvHeader = <Row>(columns: readonly Column<Row>[]) =>
  `\ufeff${csvLine(columns.map(([title]) => title))}`

export const csvLines = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  rows.map((row) => csvLine(columns.map(([, cellOf]) => cellOf(row)))).join('')

export const csvLine = (cells: readonly Cell[]) => `${cells.map(cellText).join(',')}\r\n`

/** Text that a spreadsheet would run as a formula gets an apostrophe in front, which makes it text. */
function cellText(value: Cell = '') {
  if (typeof value === 'number') return String(value)
  const text = value.toWellFormed().replace(/[^\P{Cc}\t\r\n]/gu, '')
  const harmless = text.replace(FORMULA, "$1'$2$3")
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
