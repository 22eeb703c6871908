import { MINUTE } from '#shared/lib/durations.ts'

/**
 * Milliseconds, for tests that start programs. It ends only tests that hang: each wait in them ends with the awaited
 * result, or with the process that should produce it, however busy the machine is.
 */
export const HANG_TIMEOUT = 10 * MINUTE
