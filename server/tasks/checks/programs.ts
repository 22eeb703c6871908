import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

const running = new Set<ChildProcess>()

interface Options {
  env?: Record<string, string>
  /** Prints its output once it has ended. */
  buffered?: boolean
}

/**
 * Runs a program of the project (or of the system) in this terminal. @returns its exit code, or null when it was
 * killed
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  { env = {}, buffered = false }: Options = {},
) {
  const output = buffered ? 'pipe' : 'inherit'
  const child = spawn(name, args, {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (written += text))
  }
  running.add(child)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return code
  } finally {
    running.delete(child)
    process.stdout.write(written)
  }
}

function endAll() {
  for (const child of running) child.kill('SIGTERM')
  process.exit(143)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, endAll)
