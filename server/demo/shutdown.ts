/** Milliseconds. One press of Ctrl-C arrives several times: the terminal, npm and the launcher each pass it on. */
const SAME_PRESS = 1000

/**
 * Runs the added steps once, last first: on a signal, when the launcher ends, or on request. A second Ctrl-C exits
 * at once; child processes end with this one.
 */
export function createShutdown() {
  const steps: (() => Promise<void>)[] = []
  let startedAt: number | undefined

  async function close(code: number) {
    if (startedAt !== undefined) {
      if (Date.now() - startedAt > SAME_PRESS) process.exit(code)
      return
    }
    startedAt = Date.now()
    for (const step of steps.toReversed()) {
      await step().catch((error: unknown) => console.error(error))
    }
    process.exit(code)
  }

  process.on('SIGINT', () => void close(130))
  process.on('SIGTERM', () => void close(143))
  process.on('SIGHUP', () => void close(129))
  process.on('disconnect', () => void close(143))
  // The terminal may have closed while the rest is still being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  return {
    close,
    isShuttingDown: () => startedAt !== undefined,
    add: (step: () => Promise<void>) => void steps.push(step),
  }
}

export type Shutdown = ReturnType<typeof createShutdown>
