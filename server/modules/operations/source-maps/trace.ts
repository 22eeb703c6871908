import { originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping'

import { fileNameOf, type Frame, readFrame } from './frames.ts'

/** Lines of source before and after a frame's line. */
const LINES_AROUND = 5
const MAX_SOURCE_LINE = 300
/** Innermost frames that get their source. */
const MAX_WITH_SOURCE = 20

export interface RawStack {
  text: string
  /**
   * `calls` if each line was called by the next; `components` for React's component stack, where each was rendered
   * by the next.
   */
  kind: 'calls' | 'components'
}

export interface SymbolicatedStack {
  text: string
  /** Whether a source map resolved at least one frame. */
  symbolicated: boolean
  /** `function file` of each frame of our own code, innermost first. */
  ownFrames: string[]
}

/** One call of a stack. */
export interface StackFrame {
  /** Its name in the source code, or in the browser when there is no map. */
  function?: string
  /** Path in the source code; without a map, the script's name. */
  file: string
  /** Starts at 1, as does the column. */
  line: number
  column: number
  /** The frame's line in its source code, and those around it. */
  source?: { firstLine: number; lines: string[] }
}

/** The source map of one script. */
export interface ScriptMap {
  trace: TraceMap
  /**
   * Added by our build (`client/build/function-names.ts`): the named functions of each source, as name, first line
   * and column, last line and column. Each comes after those around it.
   */
  functions: ReadonlyMap<string, readonly NamedFunction[]>
}
export type NamedFunction = readonly [string, number, number, number, number]

/** Returns the map of a script, if there is one. */
type FindMap = (fileName: string) => ScriptMap | undefined

/** Returns the text of a source that the map of a script names. */
type FindSource = (fileName: string, source: string) => string | undefined

interface Original {
  /** The source's name in the map. */
  source: string
  file: string
  line: number
  column: number
  /** The innermost function around it that has a name. */
  enclosing: string | undefined
  /** The identifier at that position in the source, if minifying changed it: in a call, the name of the callee. */
  name: string | null
}

const DEPENDENCY = /(?:^|\/)node_modules\//
/** Shorter names come from a minifier, and differ from build to build. */
const MIN_REAL_NAME = 3
const MAX_LINES = 100

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

/** The calls of a stack, innermost first. Other lines are left out. */
export function traceFrames(text: string, findMap: FindMap, findSource: FindSource): StackFrame[] {
  const lines = readLines(text, findMap).filter(({ frame }) => frame)
  return lines.flatMap(({ frame, original }, index) => {
    if (!frame) return []
    const name = original ? nameOf(frame, original, lines[index + 1]?.original) : frame.functionName
    const { line, column } = original ?? frame
    const source =
      original && index < MAX_WITH_SOURCE ? findSource(fileNameOf(frame.url), original.source) : undefined
    return {
      function: name || undefined,
      file: original?.file ?? fileNameOf(frame.url),
      line,
      column,
      source: source === undefined ? undefined : linesAround(source, line),
    }
  })
}

function linesAround(source: string, line: number) {
  const firstLine = Math.max(1, line - LINES_AROUND)
  const lines = source.split('\n', line + LINES_AROUND).slice(firstLine - 1)
  return { firstLine, lines: lines.map((text) => text.slice(0, MAX_SOURCE_LINE)) }
}

const readLines = (stack: string, findMap: FindMap) =>
  stack.split('\n', MAX_LINES).map((text) => {
    const frame = readFrame(text)
    return { text, frame, original: frame && originalOf(frame, findMap) }
  })

function originalOf({ url, line, column }: Frame, findMap: FindMap): Original | undefined {
  const map = findMap(fileNameOf(url))
  if (!map || line < 1) return undefined
  // Browsers count columns from 1, source maps from 0.
  const found = originalPositionFor(map.trace, { line, column: Math.max(0, column - 1) })
  // Undefined for an invalid map.
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
 * A source map of another build tool does not name the function around a position, but at the caller's position our
 * own code spells that function's name. A caller in a dependency uses its own name for it.
 */
function nameOf({ functionName }: Frame, { enclosing }: Original, caller: Original | undefined) {
  if (enclosing) return enclosing
  if (caller?.name && isOwn(caller)) return caller.name
  const last = functionName.slice(functionName.lastIndexOf('.') + 1)
  return last.length >= MIN_REAL_NAME ? functionName : ''
}

const isOwn = ({ file }: Original) => !DEPENDENCY.test(file) && file.includes('/')
