/**
 * Starts now. Each promise given to the result settles by then, or rejects with what `late` makes; so steps
 * taken one after another share one allowance. The work itself is not stopped.
 */
export function startDeadline(milliseconds: number, late: () => Error) {
  const end = performance.now() + milliseconds
  return async <T>(work: Promise<T>): Promise<T> => {
    const expiry = Promise.withResolvers<never>()
    const timer = setTimeout(() => expiry.reject(late()), Math.max(0, end - performance.now()))
    try {
      return await Promise.race([work, expiry.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
