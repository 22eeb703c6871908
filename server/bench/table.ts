import type { Figure, Row } from './row.ts'

const HEAD = [
  '| benchmark | measured | baseline | ratio | target | met |',
  '| --- | ---: | ---: | ---: | ---: | :---: |',
]

/** The table of benchmarks: these lines, and those of `page` about other benchmarks. */
export function tableOf(measured: readonly (Row | Figure)[], page = '') {
  const fresh = new Map(measured.map((line) => [line.name, lineOf(line)]))
  const kept = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(HEAD.length)
  const lines = new Map([...kept.map((line) => [nameIn(line), line] as const), ...fresh])
  return [...HEAD, ...lines.values()].join('\n')
}

const lineOf = (line: Row | Figure) =>
  `| ${('ratio' in line ? rowCells(line) : figureCells(line)).join(' | ')} |`

/** Without the latency, which differs in each run. */
const nameIn = (line: string) =>
  line
    .split('|')[1]!
    .trim()
    .replace(/, p50 .*/, '')

const count = (value: number) => `${value.toLocaleString('en')}/s`

function rowCells({ name, ops, baselineOps, ratio, target, latency }: Row) {
  const { p50, p99, limit } = latency ?? { p50: 0, p99: 0, limit: 0 }
  return [
    latency ? `${name}, p50 ${p50} ms, p99 ${p99} ms` : name,
    count(ops),
    count(baselineOps),
    ratio.toFixed(3),
    `≥ ${target}`,
    ratio >= target && p99 <= limit ? 'yes' : 'no',
  ]
}

function figureCells({ name, value, unit, bound, limit }: Figure) {
  const met = bound === 'at least' ? value >= limit : value <= limit
  const sign = bound === 'at least' ? '≥' : '≤'
  return [name, `${value} ${unit}`.trim(), '', '', `${sign} ${limit} ${unit}`.trim(), met ? 'yes' : 'no']
}
