import { DAY, SECOND } from '#shared/lib/durations.ts'
import { parseNumber, type TextStorage } from './storage.ts'

/** A longer wait means that the clock has changed. A timer's delay also overflows at 24 days. */
const MAX_DELAY = DAY

export type Backoff = ReturnType<typeof createBackoff>

interface Deps {
  /** Milliseconds. */
  delays: { firstRetryDelay: number; longestRetryDelay: number }
  now: () => number
  /** 0 to 1: full jitter. Without it, each delay is twice the previous one. */
  random?: () => number
  /** Storage for the end of the wait, shared with other tabs and the next page. */
  shared?: { storage: TextStorage; key: string }
}

/**
 * Calculates the wait after a failure: exponential, longer if the server asks for it, without a limit of attempts.
 */
export function createBackoff({ delays, now, random = () => 1, shared }: Deps) {
  let failures = 0
  let resumeAt = 0
  let isAsked = false

  return {
    /** Whether this tab or another is still waiting. */
    active() {
      const others = parseNumber(shared?.storage.read(shared.key) ?? null) ?? 0
      return [resumeAt, others].some((end) => end > now() && end - now() <= MAX_DELAY)
    },
    /**
     * @param retryAfter delay that the server asked for, in milliseconds. @returns the delay until the next attempt
     */
    fail(retryAfter = 0): number {
      const ceiling = Math.min(delays.longestRetryDelay, delays.firstRetryDelay * 2 ** failures)
      failures += 1
      isAsked = retryAfter > 0
      const delay = Math.ceil(Math.min(MAX_DELAY, Math.max(retryAfter, random() * ceiling)))
      resumeAt = now() + delay
      shared?.storage.write(shared.key, String(resumeAt))
      return delay
    },
    /** Ends this tab's wait. The next failure still waits longer than the last. */
    skip() {
      resumeAt = 0
    },
    /** Ends the wait in all tabs; but not one that the server asked for, or that another tab began. */
    skipUnasked() {
      if (isAsked) return
      if (shared?.storage.read(shared.key) === String(resumeAt)) shared.storage.remove(shared.key)
      resumeAt = 0
    },
    succeed() {
      failures = 0
      resumeAt = 0
      shared?.storage.remove(shared.key)
    },
  }
}

/** Parses `Retry-After`, which holds seconds or a date. In milliseconds, 0 if there is none. */
export function parseRetryAfter(header: string | null, now: number) {
  if (!header) return 0
  const seconds = Number(header)
  const delay = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * SECOND
  return Number.isFinite(delay) ? Math.max(0, delay) : 0
}
