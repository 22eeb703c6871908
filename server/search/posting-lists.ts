import { addSlot, giveRoom, type Posting, removeSlot } from './postings.ts'

const LEAST_ROOM = 1_024
const GROWTH = 1.25

/**
 * Which postings each slot is in. All in one array of numbers, as there are millions: a list is its length and the
 * numbers of its postings. The slots of the postings themselves are worked out when they are first needed, since many
 * lists at once take a tenth of what they take one by one.
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
  let isInverted = false

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

  function setList(slot: number, list: readonly number[]) {
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
    for (const number of list) words[++end] = number
    end += 1
  }

  /** How many slots each posting has, by number. */
  function countSlots() {
    const counts = new Uint32Array(postings.length)
    for (let slot = 0; slot < starts.length; slot++)
      for (const number of numbersOf(slot)) counts[number]! += 1
    return counts
  }

  function forget(posting: P) {
    postings[posting.number] = undefined
    freeNumbers.push(posting.number)
    onEmpty(posting)
  }

  return {
    /** To be put into a list at once. */
    create(posting: (number: number) => P): P {
      const number = freeNumbers.pop() ?? postings.length
      return (postings[number] = posting(number))
    },

    /** @param number −1 for none */
    posting: (number: number): P | undefined => (number < 0 ? undefined : postings[number]),

    of: (slot: number): P[] => Array.from(numbersOf(slot), (number) => postings[number]!),

    /** @param after numbers of postings, each of them once */
    replace(slot: number, after: readonly number[]) {
      if (!isInverted) return setList(slot, after)
      const before = numbersOf(slot)
      const isNew = before.length === 0
      for (const number of after) if (isNew || !before.includes(number)) addSlot(postings[number]!, slot)
      for (const number of before) {
        if (after.includes(number)) continue
        const posting = postings[number]!
        removeSlot(posting, slot)
        if (posting.count === 0) forget(posting)
      }
      setList(slot, after)
    },

    /** To be called before postings are read. After many lists it takes some 100 ms. */
    invert() {
      if (isInverted) return
      isInverted = true
      const next = countSlots()
      for (const posting of postings) {
        if (!posting) continue
        posting.count = next[posting.number]!
        if (posting.count === 0) forget(posting)
        else giveRoom(posting, posting.count)
        next[posting.number] = posting.start
      }
      // One pool for all, which has its final size only now.
      const slots = postings.find((posting) => posting !== undefined)?.pool.words
      if (!slots) return
      for (let slot = 0; slot < starts.length; slot++)
        for (const number of numbersOf(slot)) slots[next[number]!++] = slot
    },
  }
}
