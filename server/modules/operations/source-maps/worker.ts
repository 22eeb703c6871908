import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'

import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping'
import { LRUCache } from 'lru-cache'

import {
  type NamedFunction,
  type RawStack,
  type ScriptMap,
  type StackFrame,
  type SymbolicatedStack,
  traceFrames,
  traceStack,
} from './trace.ts'

/** Characters of mappings kept at once; decoded they take about fifteen times as many bytes. */
const MAX_MAPPINGS = 4_000_000
/** Weight of a named function, in characters of mappings. */
const SIZE_OF_FUNCTION = 10
/** Characters of source code kept at once. */
const MAX_SOURCES = 8_000_000
/** Bytes. Our largest map has 2 MB. */
const MAX_MAP = 8 * 1024 * 1024
const MAX_BUILDS = 20

type Job = {
  id: number
  /** An existing folder of a build, never a client's claim. */
  path: string
} & ({ stacks: readonly RawStack[] } | { framesOf: string })

export interface Answer {
  id: number
  stacks?: SymbolicatedStack[]
  frames?: StackFrame[]
}

const files = new LRUCache<string, ReadonlySet<string>>({
  max: MAX_BUILDS,
  memoMethod: (path) => new Set(readdirSync(path)),
})
const maps = new LRUCache<string, ScriptMap & { size: number }>({
  maxSize: MAX_MAPPINGS,
  sizeCalculation: ({ size }) => size,
  memoMethod: readMap,
})
const sources = new LRUCache<string, { texts: ReadonlyMap<string, string>; size: number }>({
  maxSize: MAX_SOURCES,
  sizeCalculation: ({ size }) => size,
  memoMethod: readSources,
})

function parseFile(path: string) {
  if (statSync(path).size > MAX_MAP) throw new Error('The source map is too large.')
  return JSON.parse(readFileSync(path, 'utf8'))
}

function readMap(path: string) {
  try {
    const { sourcesContent: _, x_functions: named = [], ...map } = parseFile(path)
    const trace = new TraceMap(map)
    decodedMappings(trace)
    const functions = new Map<string, NamedFunction[]>(
      trace.resolvedSources.map((source, index) => [source, named[index] ?? []]),
    )
    const count = functions.values().reduce((sum, { length }) => sum + length, 0)
    return { trace, functions, size: map.mappings.length + SIZE_OF_FUNCTION * count + 1 }
  } catch {
    // Treated as empty; otherwise every stack that names it would end the thread.
    return {
      trace: new TraceMap({ version: 3, names: [], sources: [], mappings: '' }),
      functions: new Map(),
      size: 1,
    }
  }
}

/** A script's name only selects one of the names of the listing. */
function findMap(path: string, fileName: string) {
  const mapName = `${fileName}.map`
  return files.memo(path).has(mapName) ? maps.memo(join(path, mapName)) : undefined
}

/** Separate from the maps: only people who look at one error need sources. */
function readSources(path: string) {
  const texts = new Map<string, string>()
  let size = 1
  const { resolvedSources } = maps.memo(path).trace
  const { sourcesContent = [] } = parseFile(path)
  for (const [index, source] of resolvedSources.entries()) {
    const text: unknown = sourcesContent[index]
    if (typeof text !== 'string') continue
    texts.set(source, text)
    size += text.length
  }
  return { texts, size }
}

function answerTo(job: Job): Answer {
  const { id, path } = job
  const findMapOf = (fileName: string) => findMap(path, fileName)
  if ('stacks' in job) return { id, stacks: job.stacks.map((stack) => traceStack(stack, findMapOf)) }
  const findSource = (fileName: string, source: string) =>
    sources.memo(join(path, `${fileName}.map`)).texts.get(source)
  return { id, frames: traceFrames(job.framesOf, findMapOf, findSource) }
}

parentPort?.on('message', (job: Job) => {
  let answer: Answer = { id: job.id }
  try {
    answer = answerTo(job)
  } catch {
    // A map can be valid JSON and still be invalid, or have disappeared since the listing. The stack is then
    // returned unchanged.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer)
})
