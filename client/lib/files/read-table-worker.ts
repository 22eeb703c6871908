import { readFile, readText } from './read-table.ts'
import { answerJob } from './worker-jobs.ts'

answerJob(async (table: Blob | string) => (typeof table === 'string' ? readText(table) : readFile(table)))
