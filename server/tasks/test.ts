/** `npm test`: every check there is; the last lines name what failed and count the rest. */
import { buildClient } from '#server/testing/client-build.ts'
import { findFirestoreEmulator } from '#server/testing/firestore-emulator.ts'

import { add, type Check, failed, PASSED, runChecks } from './checks/outcome.ts'
import {
  ensureBrowser,
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

const before = await runChecks(
  [program('types', 'tsc', '--noEmit')],
  [
    program('lint', 'oxlint', '--type-aware'),
    program('format', 'oxfmt', '--check', '.'),
    program('unused code', 'knip'),
  ],
  [{ name: 'client build', run: () => buildClient().then(() => PASSED) }, tests('programs')],
  [
    { name: 'browser', run: ensureBrowser },
    { name: 'nginx', run: ensureNginx },
    { name: 'Firestore emulator', run: reportFirestoreEmulator },
    { name: 'Prometheus and Loki', run: reportMonitoringPrograms },
  ],
)
const unit = await runChecks([tests('unit')])
const browser = await runChecks([tests('browser')])
// Alone: beside the browser's, requests with a deadline would not get enough of two cores.
const firestore = await runChecks(findFirestoreEmulator() ? [tests('firestore')] : [])
const { passed, failures } = [before, unit, browser, firestore].reduce(add)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
