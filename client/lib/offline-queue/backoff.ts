import type { TextStorage } from '#client/lib/storage.ts'

/** A longer wait comes from a changed clock. A timer's delay also overflows at 24 days. */
const LONGEST = 24 * 60 * 60 * 1_000

export type Backoff = ReturnType<typeof createBackoff>

interface Deps {
  /** In milliseconds. */
  delays: { firstRetryDelay: number; longestRetryDelay: number }
  now: () => number
  /** 0 to 1: full jitter. Without it, each delay is twice the one before. */
  random?: () => number
  /** Where the end of the wait is stored for other tabs and for the next page. */
  shared?: { storage: TextStorage; key: string }
}

/** How long to wait after a failure: exponential, longer if the server asks for it, without a limit of attempts. */
export function createBackoff({ delays, now, random = () => 1, shared }: Deps) {
  let failures = 0
  let resumeAt = 0
  let isAsked = false

  return {
    /** Whether the wait is still on, in this tab or another. */
    active() {
      const left = Math.max(resumeAt, Number(shared?.storage.read(shared.key) ?? 0)) - now()
      return left > 0 && left <= LONGEST
    },
    /** @param retryAfter what the server asked for, in milliseconds. @returns the delay until the next attempt */
    fail(retryAfter = 0): number {
      const ceiling = Math.min(delays.longestRetryDelay, delays.firstRetryDelay * 2 ** failures)
      failures += 1
      isAsked = retryAfter > 0
      const delay = Math.ceil(Math.min(LONGEST, Math.max(retryAfter, random() * ceiling)))
      resumeAt = now() + delay
      shared?.storage.write(shared.key, String(resumeAt))
      return delay
    },
    /** Ends this tab's wait. The next failure still waits longer than the last. */
    skip() {
      resumeAt = 0
    },
    /** Ends this tab's wait, for the others too; but not one that the server asked for, or that another tab began. */
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

/** Of the header `Retry-After`, which holds seconds or a date. In milliseconds, 0 if there is none. */
export function parseRetryAfter(header: string | null, now: number) {
  if (!header) return 0
  const seconds = Number(header)
  const delay = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000
  return Number.isFinite(delay) ? Math.max(0, delay) : 0
}
