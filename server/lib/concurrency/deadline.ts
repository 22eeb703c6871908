/**
 * Starts now. Each promise passed to the result settles by the deadline, or rejects with the error of `late`, so that
 * consecutive steps share one deadline. The work itself is not cancelled.
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
