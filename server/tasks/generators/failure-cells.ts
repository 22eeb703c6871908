import {
  type Cell,
  cellOf,
  MODES,
  MOMENTS,
  PORTS,
  type Promised,
} from '#server/tools/requirements/failure-cells.ts'

const cells = PORTS.flatMap((port) => MODES.map((mode) => [port, mode] as const)).map(
  ([port, mode]) => [port, mode, MOMENTS.map((moment) => cellOf(port, mode, moment))] as const,
)

const isTried = (cell: Cell) => 'tried' in cell
const isProven = (cell: Cell) => 'proven' in cell

const all = cells.flatMap(([, , row]) => row)
const count = (is: (cell: Cell) => boolean) => all.filter(is).length

export const CELLS_INTRODUCTION = `## Every port, in every way

${all.length} cells: ${count(isTried)} are tried by \`ports.test.ts\` and \`ports.firestore.test.ts\` in
\`server/testing/matrices/failures\`, with one caller and with twenty; ${count(isProven)} have tests of their own in the list above, named here; the others cannot happen. The table is
\`server/tools/requirements/failure-cells.ts\`.`

export const CELLS_HEAD = ['port', 'fails', ...MOMENTS]

export const cellRows = () =>
  cells.map(([port, mode, row]) => [port, mode, ...withoutRepeats(row.map(textOf))])

/** “same” for a cell that says the same as the one before it. */
const withoutRepeats = (texts: string[]) =>
  texts.map((text, at) => (at > 0 && text === texts[at - 1] ? 'same' : text))

function textOf(cell: Cell) {
  if ('tried' in cell) return textOfPromised(cell.tried)
  if ('proven' in cell) return `_${cell.proven.join('_, _')}_`
  return `– ${cell.never}`
}

const textOfPromised = ({ gets, within, health, log, calls, after }: Promised) =>
  [
    within === undefined ? gets : `${gets} within ${within} s`,
    health && `health: ${health}`,
    log && `log: \`${log}\``,
    `at most ${calls} calls each`,
    `well again after ${after} s`,
  ]
    .filter(Boolean)
    .join('; ')
