import { createPostingLists } from './posting-lists.ts'
import { createPosting, createSlotPool, type Posting, type Term } from './postings.ts'
import { createSortedList, firstIndexWhere } from './sorted-list.ts'

/** Every word of every entry, searchable by prefix. */
export function createDictionary() {
  const pool = createSlotPool()
  const words = new Map<string, Posting>()
  const sorted = createSortedList<Posting>((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
  const lists = createPostingLists<Posting>((word) => {
    words.delete(word.text)
    sorted.remove(word)
  })

  function wordOf(text: string) {
    const known = words.get(text)
    if (known) return known
    const word = lists.create((number) => createPosting(pool, text, number))
    words.set(text, word)
    sorted.add(word)
    return word
  }

  return {
    /** Replaces the words of a slot. */
    replace: (slot: number, texts: ReadonlySet<string>) => lists.replace(slot, Array.from(texts, wordOf)),

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
