/** Matches positions where a spreadsheet may start a cell: other locales separate by semicolon or tab. */
const FORMULA = /(^|[;,\t\r\n])((?:[^\S\t\r\n]|["'])*)([=+\-@＝＋－＠])/gu

type Row = readonly (string | number)[]

/** RFC 4180, in UTF-8 with the byte order mark that spreadsheets need. */
export const writeCsv = (rows: readonly Row[]) => `\ufeff${csvRows(rows)}`

/** Further rows of a file that begins with `writeCsv`. */
export const csvRows = (rows: readonly Row[]) =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** Text that a spreadsheet would run as a formula gets an apostrophe in front, which makes it text. */
function cellOf(value: string | number) {
  if (typeof value === 'number') return String(value)
  const text = value.toWellFormed().replace(/[^\P{Cc}\t\r\n]/gu, '')
  const harmless = text.replace(FORMULA, "$1'$2$3")
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
