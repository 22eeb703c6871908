/** Presses of Ctrl-C that arrive together are one: the terminal, npm and the launcher each pass it on. */
const SAME_PRESS = 1000

/**
 * Runs what was added, last first, once: on a signal, when the launcher is gone, or when asked. A second Ctrl-C
 * leaves at once; the processes started here end when this one does.
 */
export function createClosing() {
  const steps: (() => Promise<void>)[] = []
  let since: number | undefined

  async function close(code: number) {
    if (since !== undefined) {
      if (Date.now() - since > SAME_PRESS) process.exit(code)
      return
    }
    since = Date.now()
    for (const step of steps.toReversed()) {
      await step().catch((error: unknown) => console.error(error))
    }
    process.exit(code)
  }

  process.on('SIGINT', () => void close(130))
  process.on('SIGTERM', () => void close(143))
  process.on('SIGHUP', () => void close(129))
  process.on('disconnect', () => void close(143))
  // The terminal may be gone while the rest is still being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  return {
    close,
    isClosing: () => since !== undefined,
    add: (step: () => Promise<void>) => void steps.push(step),
  }
}

export type Closing = ReturnType<typeof createClosing>
