import type { Worker } from 'node:worker_threads'

interface Thread<Question, Answer> {
  /** Number of questions without an answer. */
  waiting(): number
  /**
   * Undefined after `timeout` milliseconds, and when the thread ends first.
   * @param options.isEndedLate whether the timeout ends the thread, which then answers no other question either
   */
  ask(question: Question, options: { timeout: number; isEndedLate?: boolean }): Promise<Answer | undefined>
  end(): Promise<void>
}

/**
 * Asks a thread, which is started with the first question, and again if it has ended.
 * @param start the thread; it answers with the `id` of each question
 */
export function createThread<Question extends object, Answer extends { id: number }>(
  start: () => Worker,
): Thread<Question, Answer> {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, (answer?: Answer) => void>()

  function started() {
    const thread = start()
    thread.unref()
    thread.on('message', (answer: Answer) => finish(answer.id, answer))
    // `exit` follows, and the next question starts another.
    thread.on('error', () => {})
    thread.on('exit', () => {
      if (worker === thread) worker = undefined
      for (const id of waiting.keys()) finish(id)
    })
    return thread
  }

  function finish(id: number, answer?: Answer) {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  }

  const end = async () => {
    await worker?.terminate()
  }

  return {
    waiting: () => waiting.size,

    async ask(question, { timeout, isEndedLate = false }) {
      const id = ++lastId
      worker ??= started()
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
      const timer = setTimeout(() => (isEndedLate ? void end() : finish(id)), timeout)
      waiting.set(id, resolve)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, ...question })
      return promise.finally(() => clearTimeout(timer))
    },

    end,
  }
}
