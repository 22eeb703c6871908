import type { TextStorage } from '#client/lib/storage/storage.ts'

/** @param quota in characters of keys and values, as browsers count */
export function createMemoryStorage({ quota = Infinity } = {}): TextStorage {
  const texts = new Map<string, string>()
  const used = () => [...texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0)
  const sizeOf = (key: string) => (texts.has(key) ? key.length + (texts.get(key)?.length ?? 0) : 0)

  return {
    read: (key) => texts.get(key) ?? null,
    write(key, text) {
      if (used() - sizeOf(key) + key.length + text.length > quota) return false
      texts.set(key, text)
      return true
    },
    remove: (key) => void texts.delete(key),
    keys: () => [...texts.keys()],
  }
}
