import { parentPort, Worker } from 'node:worker_threads'

import { createThread } from '#server/lib/concurrency/thread.ts'
import { MINUTE } from '#shared/lib/durations.ts'

/** Milliseconds. What is asked takes a few seconds at most. */
const TIMEOUT = MINUTE

interface Answer<Result> {
  id: number
  result: Result
}

/**
 * A function that runs on a thread of its own, which ends afterwards, because such questions are rare.
 * @param worker path of its file in this module, which calls `answerOnThread`
 */
export const onThread =
  <Question extends object, Result>(worker: string) =>
  async (question: Question): Promise<Result> => {
    const thread = createThread<Question, Answer<Result>>(
      () => new Worker(new URL(import.meta.resolve(`#server/modules/rounds/${worker}`))),
    )
    const answer = await thread.ask(question, { timeout: TIMEOUT, isEndedLate: true })
    await thread.end()
    if (!answer) throw new Error(`${worker} took too long, or its thread ended`)
    return answer.result
  }

/** Answers questions in a thread that `onThread` started. */
export function answerOnThread(answer: (question: never) => unknown) {
  parentPort!.on('message', ({ id, ...question }: { id: number }) => {
    const result = answer(question as never)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort!.postMessage({ id, result } satisfies Answer<unknown>)
  })
}
