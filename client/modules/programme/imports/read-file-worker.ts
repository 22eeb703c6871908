import { answerJob } from '#client/lib/files/worker-jobs.ts'

import type { BusyOptions, ReadOptions } from './imported-file.ts'
import { readBusyFile, readImportedFile } from './read-file.ts'

export interface Job {
  file: Blob
  options: ReadOptions | BusyOptions
  /** Address of the page's own script. */
  polyfill: string | undefined
}

answerJob(async ({ file, options, polyfill }: Job) => {
  if (polyfill) await import(/* @vite-ignore */ polyfill)
  return 'until' in options ? readBusyFile(file, options) : readImportedFile(file, options)
})
