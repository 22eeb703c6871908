/**
 * `npm run failures [text]` lets every part that the server depends on fail, and prints for each way whether callers and
 * operators got what `docs/reference/failures.md` says, and how many seconds its tests took. With a text, only the ways
 * whose name contains it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { FAILURES } from '#server/tools/requirement-sources.ts'

import { runProgram } from './checks/programs.ts'

interface Report {
  testResults: {
    name: string
    assertionResults: { title: string; status: string; duration?: number | null }[]
  }[]
}

const [, , part = ''] = process.argv
const rows = FAILURES.flatMap(([name, , , outcome]) =>
  name.toLowerCase().includes(part.toLowerCase()) && outcome.status === 'proven'
    ? [[name, outcome.tests] as const]
    : [],
)
const proofs = rows.flatMap(([, tests]) => tests)
const folder = await mkdtemp(join(tmpdir(), 'guildhall-failures-'))
const output = join(folder, 'report.json')
const filter = proofs.map(({ title }) => patternOf(title).source).join('|')
process.env['ALL_CELLS'] = '1'
const files = new Set(proofs.map(({ file }) => file))
await runProgram('vitest', [
  'run',
  '--reporter=json',
  `--outputFile=${output}`,
  `--testNamePattern=${filter}`,
  ...files,
])
const { testResults } = JSON.parse(await readFile(output, 'utf8')) as Report
await rm(folder, { recursive: true })

let broken = 0
for (const [name, tests] of rows) {
  const results = tests.flatMap(({ file, title }) =>
    testResults
      .filter((each) => each.name === resolve(file))
      .flatMap(({ assertionResults }) =>
        assertionResults.filter((each) => patternOf(title).test(each.title)),
      ),
  )
  const ran = results.filter(({ status }) => status !== 'skipped' && status !== 'pending')
  const hasFailed = ran.some(({ status }) => status !== 'passed')
  if (hasFailed) broken += 1
  // The tests on Firestore run where its emulator is installed.
  const mark = hasFailed ? '✗' : ran.length > 0 ? '✓' : '–'
  const seconds = ran.reduce((total, { duration }) => total + (duration ?? 0), 0) / 1_000
  console.log(`${mark} ${name}: ${ran.length} tests, ${seconds.toFixed(1)} s`)
}
process.exit(broken === 0 ? 0 : 1)

/** Vitest replaces placeholders such as `%s` and `$route`. */
function patternOf(title: string) {
  const literals = title.split(/%[a-z]|\$\w+/).map((text) => RegExp.escape(text))
  return new RegExp(`${literals.join('.*')}$`)
}
