import { addSlot, type Posting, removeSlot } from './postings.ts'

const LEAST_ROOM = 1_024
const GROWTH = 1.25

/**
 * Which postings each slot is in. All in one array of numbers, as there are millions: a list is its length and the
 * numbers of its postings.
 * @param onEmpty called with a posting that has no slots any more
 */
export function createPostingLists<P extends Posting>(onEmpty: (posting: P) => void) {
  const postings: (P | undefined)[] = []
  const freeNumbers: number[] = []
  /** Where the list of each slot starts; 0 for none. */
  let starts = new Uint32Array(LEAST_ROOM)
  let words = new Uint32Array(LEAST_ROOM)
  let end = 1
  /** Words of lists that were replaced. */
  let unused = 0

  function numbersOf(slot: number) {
    const start = starts[slot] ?? 0
    return words.subarray(start + 1, start + 1 + (start === 0 ? 0 : words[start]!))
  }

  function makeRoom(length: number) {
    const old = words
    words = new Uint32Array(Math.ceil((end - unused + length) * GROWTH) + LEAST_ROOM)
    if (unused === 0) return words.set(old)
    end = 1
    unused = 0
    for (const [slot, start] of starts.entries()) {
      if (start === 0) continue
      const list = old.subarray(start, start + 1 + old[start]!)
      words.set(list, end)
      starts[slot] = end
      end += list.length
    }
  }

  function setList(slot: number, list: readonly P[]) {
    if (slot >= starts.length) {
      const larger = new Uint32Array(Math.ceil(slot * GROWTH) + LEAST_ROOM)
      larger.set(starts)
      starts = larger
    }
    const before = starts[slot]!
    if (before !== 0) unused += words[before]! + 1
    starts[slot] = 0
    if (list.length === 0) return
    if (end + list.length >= words.length) makeRoom(list.length)
    starts[slot] = end
    words[end] = list.length
    for (const { number } of list) words[++end] = number
    end += 1
  }

  return {
    /** To be put into a list at once. */
    create(posting: (number: number) => P): P {
      const number = freeNumbers.pop() ?? postings.length
      return (postings[number] = posting(number))
    },

    of: (slot: number): P[] => Array.from(numbersOf(slot), (number) => postings[number]!),

    /** @param after each of them once */
    replace(slot: number, after: readonly P[]) {
      const before = numbersOf(slot)
      const isNew = before.length === 0
      for (const posting of after) if (isNew || !before.includes(posting.number)) addSlot(posting, slot)
      for (const number of before) {
        if (after.some((posting) => posting.number === number)) continue
        const posting = postings[number]!
        removeSlot(posting, slot)
        if (posting.count > 0) continue
        postings[number] = undefined
        freeNumbers.push(number)
        onEmpty(posting)
      }
      setList(slot, after)
    },
  }
}
