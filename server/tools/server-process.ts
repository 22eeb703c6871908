import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { portOf } from '#server/tools/ports/port-of.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const END_WITH_PARENT = join(import.meta.dirname, 'end-with-parent.ts')
/** Milliseconds. The server promises to exit within 10 s of SIGTERM. */
const TIMEOUT = 12_000
/**
 * Ends only a start that hangs. Counts attempts, not time: on a busy machine they take longer, as the start does.
 * Two minutes on an idle one.
 */
const READY_ATTEMPTS = 2_400

export interface ServerProcess {
  pid: number
  /** Its output so far, one JSON line per record. */
  logs(): string
  /** Resolves with the exit code, or null when it was killed. */
  ended: Promise<number | null>
  /** Sends SIGTERM, then SIGKILL when that does not help. */
  stop(): Promise<void>
}

/**
 * Starts the real server and waits until it is ready.
 * @param options.main main file of another release
 * @param options.onOutput receives its output, for a terminal or a file
 */
export async function startServerProcess(
  env: Record<string, string>,
  {
    main = MAIN,
    execArgv = [],
    onOutput,
  }: { main?: string; execArgv?: string[]; onOutput?: (text: string) => void } = {},
): Promise<ServerProcess> {
  const child = fork(main, {
    env: { ...process.env, ...env },
    execArgv: ['--import', END_WITH_PARENT, ...execArgv],
    // Shields it from Ctrl-C: its parent decides when it drains.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput?.(text)
    })
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const server: ServerProcess = {
    pid: child.pid ?? 0,
    logs: () => output,
    ended,
    stop: () => stop(child, ended),
  }

  try {
    await untilReady(`http://127.0.0.1:${env['PORT']}`, child)
  } catch (error) {
    await server.stop()
    throw new Error(`The server did not become ready.\n${output}`, { cause: error })
  }
  return server
}

async function untilReady(address: string, child: ChildProcess) {
  for (let attempt = 0; attempt < READY_ATTEMPTS && child.exitCode === null; attempt++) {
    const answer = await fetch(`${address}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(
    child.exitCode === null
      ? `It is still not ready after ${READY_ATTEMPTS} attempts.`
      : `It ended with ${child.exitCode}.`,
  )
}

async function stop(child: ChildProcess, ended: Promise<unknown>) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT)
  await ended
  clearTimeout(killTimer)
}

/** A port that is free right now. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const port = portOf(probe)
  probe.close()
  await once(probe, 'close')
  return port
}
