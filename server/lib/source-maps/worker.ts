import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

import { TraceMap } from '@jridgewell/trace-mapping'
import { LRUCache } from 'lru-cache'

import { type RawStack, type SymbolicatedStack, traceStack } from './trace.ts'

/** Characters of mappings kept at once; decoded they take some fifteen times as many bytes. */
const MOST_MAPPINGS = 4_000_000
const MOST_BUILDS = 20

export interface Job {
  id: number
  /** The name of a folder that exists: never what a client made up. */
  build: string
  stacks: readonly RawStack[]
}

export interface Answer {
  id: number
  stacks: SymbolicatedStack[]
}

const { folder } = workerData as { folder: string }
const files = new LRUCache<string, ReadonlySet<string>>({
  max: MOST_BUILDS,
  memoMethod: (build) => new Set(readdirSync(join(folder, build))),
})
const maps = new LRUCache<string, { trace: TraceMap; size: number }>({
  maxSize: MOST_MAPPINGS,
  sizeCalculation: ({ size }) => size,
  memoMethod: readMap,
})

function readMap(path: string) {
  try {
    const { sourcesContent: _, ...map } = JSON.parse(readFileSync(path, 'utf8'))
    return { trace: new TraceMap(map), size: map.mappings.length + 1 }
  } catch {
    // As good as none; without this every stack that names it would end the thread.
    return { trace: new TraceMap({ version: 3, names: [], sources: [], mappings: '' }), size: 1 }
  }
}

/** A script's name only ever picks one of the names that the listing gave. */
function findMap(build: string, fileName: string) {
  const mapName = `${fileName}.map`
  return files.memo(build).has(mapName) ? maps.memo(join(folder, build, mapName)).trace : undefined
}

parentPort?.on('message', ({ id, build, stacks }: Job) => {
  const answer: Answer = {
    id,
    stacks: stacks.map((stack) => traceStack(stack, (fileName) => findMap(build, fileName))),
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer)
})
