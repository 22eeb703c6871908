import { parentPort } from 'node:worker_threads'

import { match, type Matched, type Matching } from './match.ts'
import { type Facts, reasonsFrom } from './reasons.ts'

export interface Question extends Omit<Matching, 'reasons'> {
  facts: Facts
}
export interface Answer {
  id: number
  matched: Matched
}

parentPort!.on('message', ({ id, facts, ...matching }: Question & { id: number }) => {
  const matched = match({ ...matching, reasons: reasonsFrom(facts, matching.people.length) })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage({ id, matched } satisfies Answer)
})
