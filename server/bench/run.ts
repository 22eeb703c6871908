/**
 * `npm run bench` runs every measurement beside a baseline in the same run, since machines differ and are noisy.
 * `npm run bench -- store line` runs some of them; `--write` puts what was measured into the table in
 * docs/benchmarks.md, below its introduction.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { capacityFigures } from './capacity.ts'
import { chapterFigures } from './chapters.ts'
import { httpRows } from './http.ts'
import { requestRows } from './requests.ts'
import type { Figure, Row } from './row.ts'
import { roundFigures } from './rounds.ts'
import { searchQualityFigures } from './search-quality.ts'
import { lineFigures } from './slow-line.ts'
import { storeRows } from './store.ts'
import { tableOf } from './table.ts'

const SUITES: Record<string, () => Promise<readonly (Row | Figure)[]>> = {
  http: httpRows,
  store: storeRows,
  requests: requestRows,
  capacity: capacityFigures,
  line: lineFigures,
  search: searchQualityFigures,
  rounds: roundFigures,
  chapters: chapterFigures,
}
const DOCUMENT = join(import.meta.dirname, '../../docs/benchmarks.md')

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const unknown = wanted.filter((name) => !(name in SUITES))
if (unknown.length > 0) {
  console.error(`Unknown suite: ${unknown.join(', ')}. Suites: ${Object.keys(SUITES).join(', ')}.`)
  process.exit(2)
}

const measured: (Row | Figure)[] = []
for (const [name, suite] of Object.entries(SUITES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`Measuring ${name} …`)
  measured.push(...(await suite()))
}
console.log(tableOf(measured))
if (process.argv.includes('--write')) {
  const page = await readFile(DOCUMENT, 'utf8')
  const introduction = page.slice(0, page.indexOf('\n| ') + 1)
  // Benchmarks that no longer exist leave the page once all are measured.
  await writeFile(DOCUMENT, `${introduction}${tableOf(measured, wanted.length > 0 ? page : '')}\n`)
}
// Exits although pipes of children and idle sockets of agents are open.
process.exit()
