import { answerJob } from '#client/lib/files/worker-jobs.ts'

import type { ReadOptions } from './imported-file.ts'
import { readImportedFile } from './read-file.ts'

interface Job {
  file: Blob
  options: ReadOptions
  /** Address of the page's own script. */
  polyfill: string | undefined
}

answerJob(async ({ file, options, polyfill }: Job) => {
  if (polyfill) await import(/* @vite-ignore */ polyfill)
  return readImportedFile(file, options)
})
