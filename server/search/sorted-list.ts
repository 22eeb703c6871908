/** Up to this many are put in their places one by one; more are sorted and merged. */
const FEW = 16
/** What waits may grow to this part of the list: sorting it all at the end of a load would block for long. */
const WAITING_SHARE = 8
const WAITING_AT_LEAST = 1_000

/** Items in order. Adding many costs no more than sorting them, and no single addition more than a merge. */
export function createSortedList<T>(compare: (a: T, b: T) => number) {
  let sorted: T[] = []
  let waiting: T[] = []

  function settle() {
    if (waiting.length === 0) return
    if (waiting.length > FEW) sorted = [...sorted, ...waiting.toSorted(compare)].toSorted(compare)
    else for (const item of waiting) sorted.splice(positionOf(item), 0, item)
    waiting = []
  }

  const positionOf = (item: T) => firstIndexWhere(sorted, (other) => compare(other, item) >= 0)

  return {
    items(): readonly T[] {
      settle()
      return sorted
    },
    add(item: T) {
      waiting.push(item)
      if (waiting.length > Math.max(WAITING_AT_LEAST, sorted.length / WAITING_SHARE)) settle()
    },
    /** By its place: the item must compare as it did when it was added. */
    remove(item: T) {
      settle()
      const position = positionOf(item)
      if (sorted[position] === item) sorted.splice(position, 1)
    },
  }
}

/** Where `holds` begins to hold in a list in which it holds for everything after that; its length if nowhere. */
export function firstIndexWhere<T>(list: readonly T[], holds: (item: T) => boolean) {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(list[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}
