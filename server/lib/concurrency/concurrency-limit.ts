type ConcurrencyLimit = <R>(work: () => Promise<R>) => Promise<R>

/** Runs at most `max` pieces of work at once in this process. The others wait, in the order of the calls. */
export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < max) running += 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next one takes the free slot.
      if (next) next()
      else running -= 1
    }
  }
}

type KeyedConcurrencyLimit = <R>(key: string, work: () => Promise<R>) => Promise<R>

/** Runs at most `max` pieces of work with the same key at once in this process. */
export function createKeyedConcurrencyLimit(max: number): KeyedConcurrencyLimit {
  const limits = new Map<string, { limit: ConcurrencyLimit; unfinished: number }>()

  return async (key, work) => {
    const own = limits.getOrInsertComputed(key, () => ({ limit: createConcurrencyLimit(max), unfinished: 0 }))
    own.unfinished += 1
    try {
      return await own.limit(work)
    } finally {
      own.unfinished -= 1
      if (own.unfinished === 0) limits.delete(key)
    }
  }
}
