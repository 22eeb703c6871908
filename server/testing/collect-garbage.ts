import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects all garbage, so that a test can measure the memory in use. Blocks for some hundred milliseconds. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  collect({ type: 'major', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
