import { StoreUnavailable } from '#server/store/port.ts'

import { ConfigError } from './config/config.ts'

/**
 * Runs a command. A problem that the operator can fix is printed as a sentence and ends the process with exit code
 * 1; any other error is a defect and is thrown.
 */
export async function runOrExplain(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const problems = problemsOf(error)
    if (!problems) throw error
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    process.exit(1)
  }
}

function problemsOf(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.problems
  if (error instanceof StoreUnavailable) return [`Cannot open the data: ${error.message}.`]
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return [`Port ${port} is already in use.`]
  if (code === 'EACCES') return [`Port ${port} cannot be opened by this user.`]
  return undefined
}
