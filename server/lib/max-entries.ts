/**
 * Options of an `LRUCache` with this many entries at most. Its memory grows with them, whereas `max` reserves all of it
 * at once, which for tens of thousands of entries takes milliseconds of every start.
 */
export const maxEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
