import { firstIndexWhere } from './sorted-list.ts'

/** The slots of the entries that contain a word or a facet value, in no order. */
export interface Posting {
  readonly text: string
  /** Its place among the others of its kind. Used again once it has no slots. */
  readonly number: number
  readonly pool: SlotPool
  /** Its slots are `count` words of the pool from here on. Unknown before its lists are inverted. */
  start: number
  count: number
  /** Of `ROOMS`. */
  room: number
}

/** Sizes that a posting grows through. A new one has no room. */
const ROOMS = [0, 2]
while (ROOMS.at(-1)! < 2 ** 24) ROOMS.push(Math.ceil(ROOMS.at(-1)! * 1.4))
const LEAST_WORDS = 1_024
const GROWTH = 1.25

export type SlotPool = ReturnType<typeof createSlotPool>

/** The slots of many postings in one array of numbers: an array for each would take several times as much memory. */
export function createSlotPool() {
  const pool = { words: new Uint32Array(LEAST_WORDS), allocate, release }
  /** Rooms that are free, by their size. */
  const free: number[][] = ROOMS.map(() => [])
  let end = 0

  function allocate(room: number) {
    const start = free[room]!.pop()
    if (start !== undefined) return start
    end += ROOMS[room]!
    if (end > pool.words.length) {
      const larger = new Uint32Array(Math.ceil(end * GROWTH))
      larger.set(pool.words)
      pool.words = larger
    }
    return end - ROOMS[room]!
  }

  function release(start: number, room: number) {
    free[room]!.push(start)
  }

  return pool
}

export const createPosting = (pool: SlotPool, text: string, number: number): Posting => ({
  text,
  number,
  pool,
  start: 0,
  count: 0,
  room: 0,
})

export function slotsOf({ pool, start, count }: Posting) {
  return pool.words.subarray(start, start + count)
}

export function addSlot(posting: Posting, slot: number) {
  const { pool, start, count, room } = posting
  if (count === ROOMS[room]) {
    giveRoom(posting, count + 1)
    pool.words.copyWithin(posting.start, start, start + count)
    pool.release(start, room)
  }
  pool.words[posting.start + count] = slot
  posting.count = count + 1
}

/** For `count` slots, which are still to be written. */
export function giveRoom(posting: Posting, count: number) {
  posting.room = firstIndexWhere(ROOMS, (size) => size >= count)
  posting.start = posting.pool.allocate(posting.room)
}

/** A posting without slots gives its room back: it must not be used any more. */
export function removeSlot(posting: Posting, slot: number) {
  const slots = slotsOf(posting)
  const position = slots.indexOf(slot)
  if (position < 0) return
  slots[position] = slots[slots.length - 1]!
  posting.count -= 1
  if (posting.count === 0) posting.pool.release(posting.start, posting.room)
}

/** Matches an entry that is in any of the postings. */
export type Term = readonly Posting[]

const EXCLUDED = 255

/**
 * Which slots match all terms: those with `terms.length` in `counts`. Fewer than 255 terms.
 * @param counts filled anew: for each slot, how many terms it matches in sequence from the first
 * @param excluded slots that match nothing
 * @returns how many slots match; 0 without terms, when those that are free match as well
 */
export function matchTerms(counts: Uint8Array, terms: readonly Term[], excluded: readonly number[]) {
  counts.fill(0)
  for (const slot of excluded) counts[slot] = EXCLUDED
  let total = 0
  for (const [matched, term] of terms.entries()) {
    total = 0
    for (const { pool, start, count } of term) {
      const { words } = pool
      for (let at = start; at < start + count; at++) {
        if (counts[words[at]!] !== matched) continue
        counts[words[at]!] = matched + 1
        total += 1
      }
    }
  }
  return total
}
