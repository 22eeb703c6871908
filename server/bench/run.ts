/**
 * `npm run bench` runs every measurement beside a baseline in the same run, since machines differ and are noisy.
 * `npm run bench -- store line` runs some of them; `--write` puts
 * what was measured into the table in docs/benchmarks.md.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

import { capacityFigures } from './capacity.ts'
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
  // Benchmarks that no longer exist leave the page once all are measured.
  const page = wanted.length > 0 ? await readFile(DOCUMENT, 'utf8') : ''
  await writeFile(DOCUMENT, documentOf(tableOf(measured, page)))
}
// Exits although pipes of children and idle sockets of agents are open.
process.exit()

function documentOf(lines: string) {
  const [cpu] = cpus()
  return `# Benchmarks

Made by \`npm run bench -- --write\`, with Node ${process.version} on ${cpus().length} cores (${cpu?.model ?? 'unknown'}),
including the load generator. Compare ratios, not rates: each baseline is from the same run.

- **Requests** go through the whole stack, with 16 connections, for 600 members in turn in a community of 100,000: each has 12
  connections, 14 meetings, 25 notifications and five RSVPs. They are counted per second of the server's processor time; p50 and p99
  are of the clock, so that they include what else the machine did.
- **Slower than their aims**: the roster sorts everyone by name, and names and RSVPs are in different tables, so that no index has
  the order. The check-in list reads the cards of a thousand to know whether it has changed, and is 280 KB. A page of the event list has
  the faces, connections and seats of 24 events for each viewer. Filters are 420 values. Suggestions compare three profiles word by
  word, for reasons that are always current; the first time in an hour, they also rank everyone who has a word in common, which takes
  3 ms. The landing page is 20 KB, and asks which events are next.
- **Capacity**: members hold a stream each and ask for screens, at a rate that rises until the p99 is above 100 ms or a request fails. A
  screen is all requests that the client makes for it, and counts from when it was due. Then a second server takes over under load.
- **A slow line** has a latency of 300 ms and 200 KB/s, and its phone a quarter of this processor. The demo's community is shown; the
  best of five.
- **Searches** are requests of 600 members in turn in a community of 100,000 whose words are invented: a word that 500 have, a trade that
  thousands have, or three words that 20 have. A word, a trade and a typing error miss their aims. Each search reads the members who have
  its words several times, because the full-text index can't answer by rank, and each correction is a search. A third of a page's time is the
  lines and marks that say why each person was found. An index ordered by rank would read less, and be ten times as large. A community of
  1,000,000 has not been measured.
- **What the search finds**: 184 queries in English, German and Portuguese (trades, needs in plain words, places, compounds, typing
  errors and spellings), asked of the demo's community and 60 more people, some of whom only mention or ask for what is searched.
  \`server/modules/people/search-quality\` has both, and a test with a floor. Recall is the share of the members who should be among the
  first five; the reciprocal rank is 1 for a query whose first result is one of them, and 0.5 for the second. The search was mended on
  their misses: the last 64 of them had 91.4 % and 0.86 when they were new. 40 more queries, for which
  nothing was mended, had 70.8 % and 0.69: it misses needs that name no trade (\`Oma ist gestorben\`).

${lines}
`
}
