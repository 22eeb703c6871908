import { SECOND } from '#shared/lib/durations.ts'

/** Crash screens (specification, sections 2, 4 and 9). */
export const CRASH = {
  resetAfter: 10 * SECOND,
  /** A retry is offered, and the automatic reset runs, only while the crash count is below this. */
  tries: 3,
  /** A page that crashed more often than this has persistent issues. */
  pagePersistentAfter: 2,
} as const
