import { readdir } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

import type { Clock } from '#server/lib/clock.ts'

import type { RawStack, SymbolicatedStack } from './trace.ts'
import type { Answer, Job } from './worker.ts'

const LOOK_AGAIN_AFTER = 60_000
const PATIENCE = 2_000
/** Batches under way; past it stacks stay as they are rather than wait. */
const MOST_JOBS = 64
const WORKER_MEMORY_MB = 256

interface Waiting {
  resolve: (stacks: SymbolicatedStack[]) => void
  stacks: readonly RawStack[]
}

const asTheyAre = (stacks: readonly RawStack[]) =>
  stacks.map(({ text }): SymbolicatedStack => ({ text, symbolicated: false, ownFrames: [] }))

/**
 * Reads minified stacks with the source maps in `folder/<build>/<script>.map`, in a thread of its own, since parsing
 * a map takes tens of milliseconds. Whatever goes wrong there, or takes too long, leaves the stacks as they came.
 */
export function createSymbolicator({ folder, clock }: { folder: string; clock: Clock }) {
  let builds: ReadonlySet<string> = new Set()
  let lookedAt = -Infinity
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  async function isKnown(build: string) {
    if (!builds.has(build) && clock() - lookedAt >= LOOK_AGAIN_AFTER) {
      lookedAt = clock()
      builds = new Set(await readdir(folder).catch(() => []))
    }
    return builds.has(build)
  }

  function start() {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { folder },
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    })
    started.unref()
    started.on('message', ({ id, stacks }: Answer) => finish(id, stacks))
    // `exit` follows, and the next stack starts another.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const [id, { stacks }] of waiting) finish(id, asTheyAre(stacks))
    })
    return started
  }

  function finish(id: number, stacks: SymbolicatedStack[]) {
    waiting.get(id)?.resolve(stacks)
    waiting.delete(id)
  }

  function ask(build: string, stacks: readonly RawStack[]): Promise<SymbolicatedStack[]> {
    const id = ++lastId
    worker ??= start()
    const { promise, resolve } = Promise.withResolvers<SymbolicatedStack[]>()
    const timer = setTimeout(() => finish(id, asTheyAre(stacks)), PATIENCE)
    waiting.set(id, {
      stacks,
      resolve: (answer) => {
        clearTimeout(timer)
        resolve(answer)
      },
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id, build, stacks } satisfies Job)
    return promise
  }

  return {
    /** One answer for each stack, in order. Never rejects. */
    async symbolicate(build: string, stacks: readonly RawStack[]): Promise<SymbolicatedStack[]> {
      const possible =
        stacks.some(({ text }) => text !== '') && waiting.size < MOST_JOBS && (await isKnown(build))
      return possible ? ask(build, stacks) : asTheyAre(stacks)
    },
    async close() {
      await worker?.terminate()
    },
  }
}
export type Symbolicator = ReturnType<typeof createSymbolicator>
