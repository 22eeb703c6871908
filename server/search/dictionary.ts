import { createPosting, type Posting, removeSlot, type Term } from './postings.ts'
import { createSortedList, firstIndexWhere } from './sorted-list.ts'

/** Every word of every entry, searchable by prefix. */
export function createDictionary() {
  const words = new Map<string, Posting>()
  const sorted = createSortedList<Posting>((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))

  function wordOf(text: string) {
    const known = words.get(text)
    if (known) return known
    const word = createPosting(text)
    words.set(text, word)
    sorted.add(word)
    return word
  }

  function drop(word: Posting, slot: number) {
    removeSlot(word, slot)
    if (word.slots.length > 0) return
    words.delete(word.text)
    sorted.remove(word)
  }

  return {
    /** Replaces the words of a slot. Returns the postings to pass as `before` next time. */
    replace(slot: number, before: Term, texts: ReadonlySet<string>): Term {
      // Not `Array.from`, which leaves room for more than there are.
      const after = [...texts].map(wordOf)
      for (const word of after) if (!before.includes(word)) word.slots.push(slot)
      for (const word of before) if (!after.includes(word)) drop(word, slot)
      return after
    },

    equalTo(text: string): Term {
      const word = words.get(text)
      return word ? [word] : []
    },

    startingWith(prefix: string): Term {
      const all = sorted.items()
      const first = firstIndexWhere(all, ({ text }) => text >= prefix)
      const last = firstIndexWhere(all, ({ text }) => text >= prefix && !text.startsWith(prefix))
      return all.slice(first, last)
    },
  }
}
