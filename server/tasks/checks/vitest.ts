import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import type { Outcome } from './outcome.ts'
import { runProgram } from './programs.ts'

const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/compiled')
const MEMORY_FOLDER = '/dev/shm'
/** Bytes. Containers often have 64 MB, which the profiles of the browsers would fill. */
const ROOM_FOR_TESTS = 4 * 1024 ** 3

interface Results {
  numPassedTests: number
  testResults: FileResult[]
}

interface FileResult {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

/**
 * Runs the tests of some projects of vitest.config.ts.
 * @returns one outcome for each test, and one for each file or run that failed without a failing test
 */
export async function runTests(...projects: readonly string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(await fastestFolder(), 'guildhall-tests-'))
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
      {
        env: {
          // Dozens of tests start the server: compiling it is a third of that.
          NODE_COMPILE_CACHE: COMPILED,
          TMPDIR: folder,
        },
      },
    )
    const { numPassedTests, testResults } = JSON.parse(await readFile(file, 'utf8')) as Results
    const failures = testResults.flatMap(failuresOf)
    // An error outside any test, such as an unhandled rejection, shows only in the exit code.
    if (failures.length === 0 && code !== 0)
      failures.push(`${projects.join(', ')}: an error outside the tests`)
    return { passed: numPassedTests, failures }
  } finally {
    await rm(folder, { recursive: true, maxRetries: 3 })
  }
}

/**
 * Linux's file system in memory, if it has room: a store's commits wait for the disk twice as long as they compute.
 */
async function fastestFolder() {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined)
  return memory && memory.bavail * memory.bsize > ROOM_FOR_TESTS ? MEMORY_FOLDER : tmpdir()
}

function failuresOf({ name, status, message, assertionResults }: FileResult): string[] {
  const file = relative('', name)
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages.join('\n'))}`)
  return failures.length === 0 && status === 'failed' ? [`${file}: ${firstLine(message)}`] : failures
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''
