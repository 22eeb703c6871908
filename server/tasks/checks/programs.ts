import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

const running = new Set<ChildProcess>()

/** Runs a program of the project (or of the system) in this terminal. @returns its exit code, null when it was killed */
export async function runProgram(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(name, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  } finally {
    running.delete(child)
  }
}

function endAll() {
  for (const child of running) child.kill('SIGTERM')
  process.exit(143)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, endAll)
