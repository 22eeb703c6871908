import { SECOND } from '#shared/lib/durations.ts'
import { StoreUnavailable } from '#server/store/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'

/** Each resolves when its dependency is reachable. */
type Probes = Readonly<Record<string, () => Promise<void>>>

/** Milliseconds for which a result is reused, because load balancers ask often. */
const CACHED_FOR = SECOND
const DEADLINE = 2 * SECOND

/** @returns the kind of each failure by name, and no further details, because anyone may ask */
export const createHealthProbes = (probes: Probes, clock: Clock) =>
  rememberFor(CACHED_FOR, clock, async (): Promise<Record<string, string>> => {
    const kinds = await Promise.all(
      Object.entries(probes).map(([name, probe]) =>
        startDeadline(
          DEADLINE,
          () => new Error('no answer'),
        )(probe()).then(
          () => [],
          (error: unknown) => [[name, error instanceof StoreUnavailable ? error.kind : 'outage']],
        ),
      ),
    )
    return Object.fromEntries(kinds.flat())
  })

/** One call in flight at a time; its result is cached for `duration` milliseconds. `ask` never rejects. */
export function rememberFor<T>(duration: number, clock: Clock, ask: () => Promise<T>) {
  let latest: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (!latest || clock() >= latest.until) {
      const answer = ask()
      const entry = { answer, until: Infinity }
      latest = entry
      void answer.finally(() => (entry.until = clock() + duration))
    }
    return latest.answer
  }
}
