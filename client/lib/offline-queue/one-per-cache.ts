import type { QueryClient } from '@tanstack/react-query'

/** One person's queue: there is a new query cache for each person who signs in. */
export function onePerCache<T>(create: (cache: QueryClient, uid: string) => T) {
  const created = new WeakMap<QueryClient, T>()
  return (cache: QueryClient, uid: string): T => {
    if (!created.has(cache)) created.set(cache, create(cache, uid))
    return created.get(cache)!
  }
}
