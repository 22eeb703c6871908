import { createPostingLists } from './posting-lists.ts'
import { createPosting, createSlotPool, type Posting, type Term } from './postings.ts'
import { createSortedList, firstIndexWhere } from './sorted-list.ts'

/** Every word of every entry, searchable by prefix. */
export function createDictionary() {
  const pool = createSlotPool()
  const byText = new Map<string, Posting>()
  const sorted = createSortedList<Posting>((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
  const lists = createPostingLists<Posting>((word) => {
    byText.delete(word.text)
    sorted.remove(word)
  })

  function wordOf(text: string) {
    const known = byText.get(text)
    if (known) return known
    const word = lists.create((number) => createPosting(pool, text, number))
    byText.set(text, word)
    sorted.add(word)
    return word
  }

  return {
    /** Replaces the words of a slot. */
    replace(slot: number, texts: ReadonlySet<string>) {
      const words: Posting[] = []
      // Most of what a start takes: `Array.from` with a function is several times slower.
      for (const text of texts) words.push(wordOf(text))
      lists.replace(slot, words)
    },

    equalTo(text: string): Term {
      const word = byText.get(text)
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
