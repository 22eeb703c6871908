import { originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping'

import { fileNameOf, type Frame, readFrame } from './frames.ts'

/** Lines of source before and after the one of a frame. */
const LINES_AROUND = 5
const LONGEST_SOURCE_LINE = 300
/** Innermost frames that get their source. */
const MOST_WITH_SOURCE = 20

export interface RawStack {
  text: string
  /** `calls` if each line was called by the next; `components` if React wrote it, where each was rendered by the next. */
  kind: 'calls' | 'components'
}

export interface SymbolicatedStack {
  text: string
  /** Whether a source map told at least one frame. */
  symbolicated: boolean
  /** `function file` of each frame that is our own code, innermost first. */
  ownFrames: string[]
}

/** One call of a stack. */
export interface StackFrame {
  /** As the source code names it, or the browser where no map tells. */
  function?: string
  /** Path in the source code; without a map, the script's name. */
  file: string
  /** From 1, like the column. */
  line: number
  column: number
  /** The line in its source code, and those around it. */
  source?: { firstLine: number; lines: string[] }
}

/** Of one script. */
export interface ScriptMap {
  trace: TraceMap
  /**
   * What our build adds (`client/build/function-names.ts`): of each source by its name the functions that have one, as
   * name, first line and column, last line and column. Each comes after those around it.
   */
  functions: ReadonlyMap<string, readonly NamedFunction[]>
}
export type NamedFunction = readonly [string, number, number, number, number]

/** Gives the map of a script, or nothing where there is none. */
export type FindMap = (fileName: string) => ScriptMap | undefined

/** Gives the text of a source that the map of a script names. */
export type FindSource = (fileName: string, source: string) => string | undefined

interface Original {
  /** As the map names it. */
  source: string
  file: string
  line: number
  column: number
  /** The innermost function around it that has a name. */
  enclosing: string | undefined
  /** What stands there in the source, where minifying changed it: in a call, the name of what is called. */
  name: string | null
}

const DEPENDENCY = /(?:^|\/)node_modules\//
/** Shorter names are what a minifier makes of them, and differ from build to build. */
const SHORTEST_REAL_NAME = 3
const MOST_LINES = 100

export function traceStack(stack: RawStack, findMap: FindMap): SymbolicatedStack {
  const lines = readLines(stack.text, findMap)
  if (!lines.some(({ original }) => original)) return { text: stack.text, symbolicated: false, ownFrames: [] }
  const ownFrames: string[] = []
  const texts = lines.map(({ text, frame, original }, index) => {
    if (!frame || !original) return text
    const name = nameOf(frame, original, stack.kind === 'calls' ? lines[index + 1]?.original : undefined)
    if (isOwn(original)) ownFrames.push(`${name} ${original.file}`)
    const place = `${original.file}:${original.line}:${original.column}`
    return name ? `    at ${name} (${place})` : `    at ${place}`
  })
  return { text: texts.join('\n'), symbolicated: true, ownFrames }
}

/** The calls of a stack, innermost first. Lines that are none are left out. */
export function traceFrames(text: string, findMap: FindMap, findSource: FindSource): StackFrame[] {
  const lines = readLines(text, findMap).filter(({ frame }) => frame)
  return lines.flatMap(({ frame, original }, index) => {
    if (!frame) return []
    const name = original ? nameOf(frame, original, lines[index + 1]?.original) : frame.functionName
    const { line, column } = original ?? frame
    const source =
      original && index < MOST_WITH_SOURCE ? findSource(fileNameOf(frame.url), original.source) : undefined
    return {
      ...(name && { function: name }),
      file: original?.file ?? fileNameOf(frame.url),
      line,
      column,
      ...(source !== undefined && { source: linesAround(source, line) }),
    }
  })
}

function linesAround(source: string, line: number) {
  const firstLine = Math.max(1, line - LINES_AROUND)
  const lines = source.split('\n', line + LINES_AROUND).slice(firstLine - 1)
  return { firstLine, lines: lines.map((text) => text.slice(0, LONGEST_SOURCE_LINE)) }
}

const readLines = (stack: string, findMap: FindMap) =>
  stack.split('\n', MOST_LINES).map((text) => {
    const frame = readFrame(text)
    return { text, frame, original: frame && originalOf(frame, findMap) }
  })

function originalOf({ url, line, column }: Frame, findMap: FindMap): Original | undefined {
  const map = findMap(fileNameOf(url))
  if (!map || line < 1) return undefined
  // Browsers count columns from 1, source maps from 0.
  const found = originalPositionFor(map.trace, { line, column: Math.max(0, column - 1) })
  // Undefined where the map is wrong.
  if (!found.source) return undefined
  const file = found.source.replace(/^(?:\.\.?\/)+/, '')
  return {
    source: found.source,
    file,
    line: found.line,
    column: found.column + 1,
    enclosing: functionAround(map.functions.get(found.source) ?? [], found.line, found.column),
    name: found.name,
  }
}

const functionAround = (functions: readonly NamedFunction[], line: number, column: number) =>
  functions.findLast(
    ([, startLine, startColumn, endLine, endColumn]) =>
      (line > startLine || (line === startLine && column >= startColumn)) &&
      (line < endLine || (line === endLine && column < endColumn)),
  )?.[0]

/**
 * A source map of another build tool does not name the function around a position, but the caller's position is where our own code spells
 * that function's name. A caller in a dependency calls it by a name of its own.
 */
function nameOf({ functionName }: Frame, { enclosing }: Original, caller: Original | undefined) {
  if (enclosing) return enclosing
  if (caller?.name && isOwn(caller)) return caller.name
  const last = functionName.slice(functionName.lastIndexOf('.') + 1)
  return last.length >= SHORTEST_REAL_NAME ? functionName : ''
}

const isOwn = ({ file }: Original) => !DEPENDENCY.test(file) && file.includes('/')
