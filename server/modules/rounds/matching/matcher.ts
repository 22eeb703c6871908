import { Worker } from 'node:worker_threads'

import { MINUTE } from '#shared/lib/durations.ts'
import { createThread } from '#server/lib/concurrency/thread.ts'

import type { Matched } from './match.ts'
import type { Answer, Question } from './worker.ts'

/** Milliseconds. 10,000 people take less than three seconds. */
const TIMEOUT = MINUTE

/** Matches people on a thread of its own, which ends afterwards: rounds are rare. */
export async function matchOnThread(question: Question): Promise<Matched> {
  const thread = createThread<Question, Answer>(
    () => new Worker(new URL(import.meta.resolve('#server/modules/rounds/matching/worker.ts'))),
  )
  const answer = await thread.ask(question, { timeout: TIMEOUT, isEndedLate: true })
  await thread.end()
  if (!answer) throw new Error('matching a round took too long, or its thread ended')
  return answer.matched
}
