/** Up to this many are inserted one by one; more are sorted and merged. */
const MAX_INSERTS = 16
/** Pending items are merged at this share of the list: one merge at the end of a load would block for long. */
const PENDING_SHARE = 2
const MIN_PENDING = 1_000

/** Items in order. Adding many costs as much as sorting them, and one addition at most a merge. */
export function createSortedList<T>(compare: (a: T, b: T) => number) {
  let sorted: T[] = []
  let pending: T[] = []

  function merge() {
    if (pending.length === 0) return
    if (pending.length > MAX_INSERTS) sorted = [...sorted, ...pending.toSorted(compare)].toSorted(compare)
    else for (const item of pending) sorted.splice(positionOf(item), 0, item)
    pending = []
  }

  const positionOf = (item: T) => firstIndexWhere(sorted, (other) => compare(other, item) >= 0)

  return {
    items(): readonly T[] {
      merge()
      return sorted
    },
    add(item: T) {
      pending.push(item)
      if (pending.length > Math.max(MIN_PENDING, sorted.length / PENDING_SHARE)) merge()
    },
    /** Finds the item by its order, which must not have changed since it was added. */
    remove(item: T) {
      merge()
      const position = positionOf(item)
      if (sorted[position] === item) sorted.splice(position, 1)
    },
  }
}

/** Binary search for the first item that matches, in a list in which all later ones match too; its length if none. */
export function firstIndexWhere<T>(list: readonly T[], matches: (item: T) => boolean) {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (matches(list[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}
