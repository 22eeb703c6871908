import type { CellTable } from './read-table.ts'
import { runJob } from './worker-jobs.ts'

/** Reads a CSV file, or pasted text in its format. @throws UnreadableFile */
export const readTable = (table: Blob | string) =>
  runJob<CellTable>(new Worker(new URL('./read-table-worker.ts', import.meta.url), { type: 'module' }), table)
