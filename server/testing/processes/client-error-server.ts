import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROCESS = join(import.meta.dirname, 'client-error-process.ts')
const END_WITH_PARENT = join(import.meta.dirname, '../../tools/end-with-parent.ts')

/**
 * The intake in a separate process.
 * @param stdout file descriptor that the log goes to
 * @param givenDir folder of its store; by default a temporary one, which is deleted with it
 */
export async function startClientErrorServer(stdout: number, givenDir?: string) {
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'guildhall-'))
  const child = fork(PROCESS, [dataDir], {
    execArgv: ['--import', END_WITH_PARENT],
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  if (givenDir === undefined) ended.then(() => rmSync(dataDir, { recursive: true })).catch(() => {})
  return {
    port,
    pid: child.pid ?? 0,
    /** Resolves with the exit code, or null when the signal itself ended it. */
    end(signal: 'SIGTERM' | 'SIGKILL') {
      child.kill(signal)
      return ended
    },
  }
}
