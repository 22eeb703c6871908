import { Worker } from 'node:worker_threads'

import * as m from '#shared/lib/messages.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { createThread } from '#server/lib/concurrency/thread.ts'
import { unavailable } from '#server/lib/failure.ts'

import type { Answer, Work } from './worker.ts'

/** Milliseconds that one image may take, with those before it. Usual is a tenth of a second. */
const TIMEOUT = 10 * SECOND
/** Milliseconds without work after which the thread ends, since it takes 60 MB. */
const IDLE_TIMEOUT = 60 * SECOND
/** Images in progress above which further ones are refused. */
const MAX_JOBS = 8
/** Milliseconds after which a program that was refused should ask again. */
const RETRY_AFTER = 5 * SECOND

const busy = () => unavailable('preview_unavailable', m.problemPreview(), { retryAfter: RETRY_AFTER })

export type PreviewRenderer = ReturnType<typeof createPreviewRenderer>

/**
 * Draws preview images and small photos as JPEG, one at a time on a separate thread: drawing takes tens of milliseconds of CPU, and
 * reads pictures that members uploaded, which only ever reach WebAssembly.
 */
export function createPreviewRenderer() {
  const thread = createThread<Work, Answer>(
    () => new Worker(new URL(import.meta.resolve('#server/preview-images/worker.ts'))),
  )
  let idle: NodeJS.Timeout | undefined

  function endWhenIdle() {
    if (thread.waiting() === 0) idle = setTimeout(() => void thread.end(), IDLE_TIMEOUT).unref()
  }

  return {
    /** @throws Failure 503 when busy, or when the image cannot be drawn in time */
    async draw(work: Work): Promise<Buffer> {
      if (thread.waiting() >= MAX_JOBS) throw busy()
      clearTimeout(idle)
      // Only ending the thread ends the drawing.
      const answer = await thread.ask(work, { timeout: TIMEOUT, isEndedLate: true }).finally(endWhenIdle)
      if (!answer?.file) throw busy()
      return Buffer.from(answer.file)
    },

    close: thread.end,
  }
}
