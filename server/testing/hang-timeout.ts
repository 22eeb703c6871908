/**
 * Milliseconds, for tests that start programs. It ends only what hangs: each wait in them ends with what it waits for,
 * or with the process that should bring it about, however busy the machine is.
 */
export const HANG_TIMEOUT = 10 * 60_000
