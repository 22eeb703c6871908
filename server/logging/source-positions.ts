import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import { LRUCache } from 'lru-cache'

import { MINUTE } from '#shared/lib/durations.ts'

/** A position in a file. */
const POSITION = /(?<![^\s(])(file:\/\/\/[^\s()]+\.js):(\d+):(\d+)/g
/** In the paths of the built server's files. */
const BUILT = '/dist/server/'

/**
 * Maps are released a minute after the last stack: in memory each takes tens of megabytes, and reading one takes
 * some hundred milliseconds. Node itself (`--enable-source-maps`) would read all of them at the start.
 */
const maps = new LRUCache<string, SourceMap>({
  max: 8,
  ttl: MINUTE,
  ttlAutopurge: true,
  updateAgeOnGet: true,
})

/** A stack of the built server with positions in the source. A position without a map is unchanged. */
export const withSourcePositions = (stack: string) =>
  stack.replace(POSITION, (position, file: string, line: string, column: string) => {
    if (!file.includes(BUILT)) return position
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1) as
      | Partial<SourceMapping>
      | undefined
    if (entry?.originalSource === undefined) return position
    const { originalSource, originalLine = 0, originalColumn = 0 } = entry
    return `${new URL(originalSource, file)}:${originalLine + 1}:${originalColumn + 1}`
  })

function mapOf(file: string) {
  const known = maps.get(file)
  if (known) return known
  const map = readMap(new URL(`${file}.map`))
  if (map) maps.set(file, map)
  return map
}

function readMap(file: URL) {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
