import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'

import type { Clock } from '#server/lib/clock.ts'

import { type RawStack, type StackFrame, type SymbolicatedStack, traceFrames } from './trace.ts'
import type { Answer, Job } from './worker.ts'

/** Milliseconds. Anyone may name builds that nobody has: they must not keep the disk busy. */
const LOOK_AGAIN_AFTER = 5_000
const PATIENCE = 2_000
/** Batches under way; past it stacks stay as they are rather than wait. */
const MOST_JOBS = 64
const WORKER_MEMORY_MB = 256
const LONGEST_STACK = 32 * 1024

type Question = { stacks: readonly RawStack[] } | { framesOf: string }

const noMap = () => undefined

const asTheyAre = (stacks: readonly RawStack[]) =>
  stacks.map(({ text }): SymbolicatedStack => ({ text, symbolicated: false, ownFrames: [] }))

/**
 * Reads minified stacks with the source maps in `<folder>/<build>/<script>.map`, in a thread of its own, since parsing
 * a map takes tens of milliseconds. Whatever goes wrong there, or takes too long, leaves the stacks as they came.
 */
export function createSymbolicator({ folders, clock }: { folders: readonly string[]; clock: Clock }) {
  /** Where the maps of each build are. */
  let builds: ReadonlyMap<string, string> = new Map()
  let lookedAt = -Infinity
  let worker: Worker | undefined
  let lastId = 0
  /** Without an answer, the stacks stay as they came. */
  const waiting = new Map<number, (answer?: Answer) => void>()

  /** A build that a client names is only ever one of the names that a listing gave. */
  async function pathOf(build: string) {
    if (!builds.has(build) && clock() - lookedAt >= LOOK_AGAIN_AFTER) {
      lookedAt = clock()
      const listings = await Promise.all(folders.map(listBuilds))
      builds = new Map(listings.flat().map((path) => [basename(path), path]))
    }
    return builds.get(build)
  }

  function start() {
    const started = new Worker(new URL(import.meta.resolve('#server/lib/source-maps/worker.ts')), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    })
    started.unref()
    started.on('message', (answer: Answer) => finish(answer.id, answer))
    // `exit` follows, and the next stack starts another.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const id of waiting.keys()) finish(id)
    })
    return started
  }

  function finish(id: number, answer?: Answer) {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  }

  async function ask(build: string, question: Question): Promise<Answer | undefined> {
    const path = waiting.size < MOST_JOBS ? await pathOf(build) : undefined
    if (path === undefined) return undefined
    const id = ++lastId
    worker ??= start()
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    const timer = setTimeout(finish, PATIENCE, id)
    waiting.set(id, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id, path, ...question } satisfies Job)
    return promise
  }

  return {
    /** One answer for each stack, in order. Never rejects. */
    async symbolicate(build: string, stacks: readonly RawStack[]): Promise<SymbolicatedStack[]> {
      const answer = stacks.some(({ text }) => text !== '') ? await ask(build, { stacks }) : undefined
      return answer?.stacks ?? asTheyAre(stacks)
    },
    /**
     * The calls of a stack one by one, with the source code around each, for someone who looks at one error. At most
     * 100 from the first 32 KiB. Never rejects.
     */
    async framesOf(build: string, stack: string): Promise<StackFrame[]> {
      const text = stack.slice(0, LONGEST_STACK)
      const answer = await ask(build, { framesOf: text })
      return answer?.frames ?? traceFrames(text, noMap, noMap)
    },
    /** Whether there are source maps of the build. A new one is found within seconds. */
    hasMaps: async (build: string): Promise<boolean> => (await pathOf(build)) !== undefined,
    async close() {
      await worker?.terminate()
    },
  }
}

async function listBuilds(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names.map((name) => join(folder, name))
}

export type Symbolicator = ReturnType<typeof createSymbolicator>
