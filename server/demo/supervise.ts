import { describeError } from './errors.ts'
import type { Shutdown } from './shutdown.ts'

interface Part {
  /** Resolves with the exit code, or null when it was killed. */
  ended: Promise<number | null>
  stop(): Promise<void>
}

interface Supervised<P extends Part> {
  /** Name for the terminal, such as `The server`. */
  name: string
  /** Advice for the case that it does not stay up, as a sentence. */
  advice: string
  start: () => Promise<P>
}

/**
 * Starts a part of the demo and stops it with the demo. When it ends unexpectedly, the terminal says so and it is
 * started again, once; the second time, the demo ends.
 */
export async function supervise<P extends Part>(
  { name, advice, start }: Supervised<P>,
  shutdown: Shutdown,
): Promise<P> {
  const first = await start()
  let current: Part = first
  shutdown.add(() => current.stop())
  void watch().catch((error: unknown) => giveUp(describeError(error)))
  return first

  async function watch() {
    const reason = await unexpectedEnd()
    if (reason === undefined) return
    console.error(`${name} stopped unexpectedly (${reason}). Restarting it …`)
    current = await start()
    console.error(`${name} is running again.`)
    const again = await unexpectedEnd()
    if (again !== undefined) await giveUp(`${name} stopped again (${again}).`)
  }

  async function unexpectedEnd() {
    const code = await current.ended
    if (shutdown.isShuttingDown()) return undefined
    return code === null ? 'killed' : `exit code ${code}`
  }

  async function giveUp(problem: string) {
    console.error(`${problem} ${advice}`)
    await shutdown.close(1)
  }
}
