import type { Job } from '#server/jobs/jobs.ts'

import type { AccountDataPart } from './account-data-part.ts'
import type { RoutesByScope } from './routes-by-scope.ts'

/** The server takes these from every module. */
export interface Module {
  routes: RoutesByScope
  /** Loads what is answered from memory. After a failure the next call resumes where it stopped. */
  start?: () => Promise<unknown>
  jobs?: readonly Job[]
  accountDataParts?: readonly AccountDataPart[]
}
