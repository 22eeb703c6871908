import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { SECOND } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createThread } from '#server/lib/concurrency/thread.ts'

import { type RawStack, type StackFrame, type SymbolicatedStack, traceFrames } from './trace.ts'
import type { Answer } from './worker.ts'

/** Milliseconds between look-ups. Clients can claim builds that do not exist, which must not keep the disk busy. */
const LOOK_AGAIN_AFTER = 5 * SECOND
const TIMEOUT = 2 * SECOND
/** Batches in progress above which stacks are left unchanged rather than queued. */
const MAX_JOBS = 64
const WORKER_MEMORY_MB = 256
const MAX_STACK = 32 * 1024

type Question = { stacks: readonly RawStack[] } | { framesOf: string }

const noMap = () => undefined

const asTheyAre = (stacks: readonly RawStack[]) =>
  stacks.map(({ text }): SymbolicatedStack => ({ text, symbolicated: false, ownFrames: [] }))

/**
 * Translates minified stacks with the source maps in `<folder>/<build>/<script>.map`, on a separate thread, since
 * parsing a map takes tens of milliseconds. After any error or a timeout, the stacks are returned unchanged.
 */
export function createSymbolicator({ folders, clock }: { folders: readonly string[]; clock: Clock }) {
  /** Folder with the maps of each build. */
  let builds: ReadonlyMap<string, string> = new Map()
  let lookedAt = -Infinity
  const thread = createThread<Question & { path: string }, Answer>(
    () =>
      new Worker(new URL(import.meta.resolve('#server/modules/operations/source-maps/worker.ts')), {
        resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
      }),
  )

  /** Returns only names from a listing, never a build's name as the client sent it. */
  async function pathOf(build: string) {
    if (!builds.has(build) && clock() - lookedAt >= LOOK_AGAIN_AFTER) {
      lookedAt = clock()
      const listings = await Promise.all(folders.map(listBuilds))
      builds = new Map(listings.flat().map((path) => [basename(path), path]))
    }
    return builds.get(build)
  }

  async function ask(build: string, question: Question): Promise<Answer | undefined> {
    const path = thread.waiting() < MAX_JOBS ? await pathOf(build) : undefined
    return path === undefined ? undefined : thread.ask({ path, ...question }, { timeout: TIMEOUT })
  }

  return {
    /** One answer for each stack, in order. Never rejects. */
    async symbolicate(build: string, stacks: readonly RawStack[]): Promise<SymbolicatedStack[]> {
      const answer = stacks.some(({ text }) => text !== '') ? await ask(build, { stacks }) : undefined
      return answer?.stacks ?? asTheyAre(stacks)
    },
    /**
     * The calls of a stack, with the source code around each, for a person who looks at one error. At most 100 from
     * the first 32 KiB. Never rejects.
     */
    async framesOf(build: string, stack: string): Promise<StackFrame[]> {
      const text = stack.slice(0, MAX_STACK)
      const answer = await ask(build, { framesOf: text })
      return answer?.frames ?? traceFrames(text, noMap, noMap)
    },
    /** Whether there are source maps of the build. A new one is found within seconds. */
    hasMaps: async (build: string): Promise<boolean> => (await pathOf(build)) !== undefined,
    close: thread.end,
  }
}

async function listBuilds(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names.map((name) => join(folder, name))
}

export type Symbolicator = ReturnType<typeof createSymbolicator>
