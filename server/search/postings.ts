/** What a word or a value stands in: the slots of the entries, in no order. */
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

/** What one of has to hold. */
export type Term = readonly Posting[]

const OUT = 255

/**
 * How many of the terms, from the first on without a gap, each slot holds; fewer than 255 terms. A slot is raised
 * by a term only if it held all before it, so that `terms.length` marks those that hold all of them.
 */
export function countMatchedTerms(terms: readonly Term[], slots: number) {
  const marks = new Uint8Array(slots)
  for (const [held, term] of terms.entries()) {
    for (const posting of term) {
      for (const slot of posting.slots) if (marks[slot] === held) marks[slot] = held + 1
    }
  }
  return marks
}

export function leaveOut(marks: Uint8Array, slot: number | undefined) {
  if (slot !== undefined) marks[slot] = OUT
}
