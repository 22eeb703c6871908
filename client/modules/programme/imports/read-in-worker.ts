import { runJob } from '#client/lib/files/worker-jobs.ts'
import { provideTemporal } from '#client/lib/time/temporal.ts'

import type { BusyOptions, BusyTimes, ImportedFile, ReadOptions } from './imported-file.ts'
import type { Job } from './read-file-worker.ts'

/** Events of a file. @throws UnreadableFile */
export const readEvents = (file: File, options: ReadOptions) => read<ImportedFile>(file, options)

/** Times that a calendar file takes. @throws UnreadableFile */
export const readBusyTimes = (file: File, options: BusyOptions) => read<BusyTimes>(file, options)

async function read<Output>(file: File, options: Job['options']) {
  const job: Job = { file, options, polyfill: await provideTemporal() }
  const worker = new Worker(new URL('./read-file-worker.ts', import.meta.url), { type: 'module' })
  return runJob<Output>(worker, job)
}
