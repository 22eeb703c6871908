/**
 * A domain event of one module that matters to others. Subscribers are called in their order, one after the other.
 */
interface Subscribers<Args extends readonly unknown[]> {
  subscribe: (subscriber: (...args: Args) => unknown) => void
  /** Rejects when a subscriber does, so that a transaction in which it is awaited does not commit. */
  emit: (...args: Args) => Promise<void>
}

export function createSubscribers<Args extends readonly unknown[]>(): Subscribers<Args> {
  const subscribers: ((...args: Args) => unknown)[] = []
  return {
    subscribe: (subscriber) => void subscribers.push(subscriber),
    async emit(...args) {
      for (const subscriber of subscribers) await subscriber(...args)
    },
  }
}
