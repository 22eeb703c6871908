/** `npm test` runs every check; the last lines name the failures and count the rest. */
import { buildClient } from '#server/tools/client-build.ts'
import { findFirestoreEmulator } from '#server/tools/firestore-emulator.ts'
import { builtServer } from '#server/tools/server-build.ts'

import { add, type Check, failed, PASSED, runChecks } from './checks/outcome.ts'
import {
  ensureBrowser,
  ensureFonts,
  ensureNginx,
  reportFirestoreEmulator,
  reportMonitoringPrograms,
} from './checks/system-programs.ts'
import { runProgram } from './checks/programs.ts'
import { runTests } from './checks/vitest.ts'

const program = (name: string, file: string, ...args: string[]): Check => ({
  name,
  run: async () => ((await runProgram(file, args, { buffered: true })) === 0 ? PASSED : failed(name)),
})

const tests = (project: string): Check => ({ name: `${project} tests`, run: () => runTests(project) })

// One after the other: each has a thread for every core.
const code = await runChecks([
  // Rules that need types load the whole program, which checks it too.
  program('types and lint', 'oxlint', '--type-aware', '--type-check'),
  program('format', 'oxfmt', '--check', '.'),
])
// Both mostly have one thread.
const build = await runChecks(
  [program('unused code', 'knip'), { name: 'server build', run: () => builtServer().then(() => PASSED) }],
  [{ name: 'client build', run: () => buildClient().then(() => PASSED) }],
  [
    { name: 'browser', run: ensureBrowser },
    { name: 'fonts', run: ensureFonts },
    { name: 'nginx', run: ensureNginx },
    { name: 'Firestore emulator', run: reportFirestoreEmulator },
    { name: 'Prometheus and Loki', run: reportMonitoringPrograms },
  ],
)
// Not beside the others: servers that tests start must drain in time.
const programs = await runChecks([tests('programs')])
const unit = await runChecks([tests('unit')])
const browser = await runChecks([tests('browser')])
// Runs alone: beside the browser's tests, requests with a deadline would not get enough of two cores.
const firestore = await runChecks(findFirestoreEmulator() ? [tests('firestore')] : [])
const { passed, failures } = [code, build, programs, unit, browser, firestore].reduce(add)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
