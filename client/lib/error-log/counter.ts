import type { TextStorage } from '#client/lib/storage.ts'

export type Counter = ReturnType<typeof createCounter>

/** A count that outlives the page, and is still right in this one when storage is full. */
export function createCounter(storage: TextStorage, key: string) {
  let unsaved = 0
  const read = () => (Number(storage.read(key)) || 0) + unsaved

  return {
    read,
    add(change: number) {
      if (change === 0) return
      const total = Math.max(0, read() + change)
      unsaved = storage.write(key, String(total)) ? 0 : unsaved + change
    },
  }
}
