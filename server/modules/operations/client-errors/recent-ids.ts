/**
 * Remembers the latest `most` ids, and up to as many again, in two generations: when the younger is full, the older
 * is dropped at once. An order of magnitude cheaper than an exact LRU, which matters at thousands a second.
 */
export function createRecentIds<V>(most: number) {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  return {
    get: (id: string) => young.get(id) ?? old.get(id),
    set(id: string, value: V) {
      if (young.size >= most) {
        old = young
        young = new Map()
      }
      young.set(id, value)
    },
    delete(id: string) {
      young.delete(id)
      old.delete(id)
    },
  }
}
