import type { TextStorage } from '#client/lib/storage.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

const KEY = 'errorOutboxResumeAt'
/** Past this a clock was changed; also, a timer's delay overflows at 24 days. */
const LONGEST = 24 * 60 * 60 * 1_000

export type Backoff = ReturnType<typeof createBackoff>

interface Deps {
  storage: TextStorage
  now: () => number
  /** 0 to 1. */
  random: () => number
  after: (delay: number, run: () => void) => void
}

/** How long to wait when the server did not take a batch: told to every tab, and kept over a reload. */
export function createBackoff({ storage, now, random, after }: Deps) {
  let failures = 0
  let ownResumeAt = 0

  function active() {
    const left = Math.max(ownResumeAt, Number(storage.read(KEY))) - now()
    return left > 0 && left <= LONGEST
  }

  return {
    active,
    /** Full jitter, unless the server asked for more; the number of attempts has no limit. */
    begin(asked: number, resume: () => void) {
      const ceiling = Math.min(CLIENT_ERRORS.longestRetryDelay, CLIENT_ERRORS.firstRetryDelay * 2 ** failures)
      failures += 1
      const delay = Math.ceil(Math.min(LONGEST, Math.max(asked, random() * ceiling)))
      ownResumeAt = now() + delay
      storage.write(KEY, String(ownResumeAt))
      after(delay, resume)
    },
    end() {
      failures = 0
      ownResumeAt = 0
      storage.remove(KEY)
    },
  }
}
