import * as m from '#shared/admin/messages.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { language, setLanguageSource } from '#shared/lib/language/current.ts'
import type { Language } from '#shared/lib/language/languages.ts'

import { UnreadableFile } from './unreadable-file.ts'

/** The largest files that people export take a tenth of this. */
const TIMEOUT = 10 * SECOND

interface Job {
  input: unknown
  /** Language of the page, for messages. */
  language: Language
}

type Answer<Output> = 'ready' | { output: Output } | { problem: string }

/**
 * Runs one job in a worker that ends with it, so that no file can block the page.
 * @throws UnreadableFile, also when the job takes too long or the worker fails, which is reported
 */
export function runJob<Output>(worker: Worker, input: unknown): Promise<Output> {
  return new Promise<Output>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      worker.terminate()
    }
    const fail = (message: string) => {
      end()
      reject(new UnreadableFile(message))
    }
    worker.addEventListener('error', ({ error, message }) => {
      reportError(error ?? new Error(message || 'worker'))
      fail(m.importNotRead())
    })
    worker.addEventListener('message', ({ data }: MessageEvent<Answer<Output>>) => {
      // The time in which a slow line loads the worker does not count.
      if (data === 'ready') timer = setTimeout(() => fail(m.importTooSlow()), TIMEOUT)
      else if ('problem' in data) fail(data.problem)
      else {
        end()
        resolve(data.output)
      }
    })
    const job: Job = { input, language: language() }
    worker.postMessage(job, [])
  })
}

/** Answers the job of a worker. */
export function answerJob(run: (input: never) => Promise<unknown>) {
  addEventListener('message', async ({ data }: MessageEvent<Job>) => {
    setLanguageSource(() => data.language)
    answer('ready')
    try {
      answer({ output: await run(data.input as never) })
    } catch (error) {
      if (error instanceof UnreadableFile) answer({ problem: error.message })
      // Reaches the page as an event, unlike a rejected promise.
      else reportError(error)
    }
  })
}

const answer = (message: Answer<unknown>) => postMessage(message)
