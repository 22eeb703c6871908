import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Outcome } from './outcome.ts'
import { runProgram } from './programs.ts'

interface Results {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: { status: string }[] }[]
}

/**
 * Runs the tests of some projects of vitest.config.ts.
 * @returns one for each test, and one for each file or run that failed without a failing test
 */
export async function runTests(...projects: readonly string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-tests-'))
  const file = join(folder, 'results.json')
  try {
    const code = await runProgram(
      'vitest',
      [
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        '--reporter=./server/tasks/checks/slowest-files.ts',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      // Dozens of tests start the server: compiling it is a third of that.
      { env: { NODE_COMPILE_CACHE: join(folder, 'compiled') } },
    )
    const results = JSON.parse(await readFile(file, 'utf8')) as Results
    return count(results, code)
  } finally {
    await rm(folder, { recursive: true, maxRetries: 3 })
  }
}

function count({ numPassedTests, numFailedTests, testResults }: Results, code: number | null): Outcome {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  const failed = numFailedTests + brokenFiles.length
  // An error outside any test, as an unhandled rejection, shows in the exit code alone.
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}
