/** The slots of the entries that contain a word or a facet value, in no order. */
export interface Posting {
  readonly text: string
  readonly slots: number[]
}

export const createPosting = (text: string): Posting => ({ text, slots: [] })

export function removeSlot({ slots }: Posting, slot: number) {
  const position = slots.indexOf(slot)
  const last = slots.pop()
  if (last !== undefined && position < slots.length) slots[position] = last
}

/** Matches an entry that is in any of the postings. */
export type Term = readonly Posting[]

const EXCLUDED = 255

/**
 * For each slot, how many terms it matches in sequence from the first. A slot with `terms.length` matches all. Fewer
 * than 255 terms.
 */
export function countMatchedTerms(terms: readonly Term[], slots: number) {
  const counts = new Uint8Array(slots)
  for (const [matched, term] of terms.entries()) {
    for (const posting of term) {
      for (const slot of posting.slots) if (counts[slot] === matched) counts[slot] = matched + 1
    }
  }
  return counts
}

export function excludeSlot(counts: Uint8Array, slot: number | undefined) {
  if (slot !== undefined) counts[slot] = EXCLUDED
}
