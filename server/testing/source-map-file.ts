import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SCRIPT = 'late-AbCd1234.js'

/** A stack in the script whose map `writeSourceMap` writes. */
export const minifiedStack = (name: string) =>
  `TypeError: no\n    at ${name} (https://guildhall.test/assets/${SCRIPT}:1:9)`

/** Adds the source map of a build to those in the folder. */
export function writeSourceMap(folder: string, build: string) {
  mkdirSync(join(folder, build))
  writeFileSync(
    join(folder, build, `${SCRIPT}.map`),
    JSON.stringify({
      version: 3,
      sources: ['../../features/events/open.ts'],
      sourcesContent: ['export const openEvent = () => nowhere()\n'],
      names: [],
      mappings: 'AAAA',
    }),
  )
}
