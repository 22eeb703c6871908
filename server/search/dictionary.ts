import { createPostingLists } from './posting-lists.ts'
import { createPosting, createSlotPool, type Posting, type Term } from './postings.ts'
import { createSortedList, firstIndexWhere } from './sorted-list.ts'
import { eachWord } from './tokens.ts'
import { createVocabulary, createWords, IGNORED, UNKNOWN, type Words } from './vocabulary.ts'

interface Options {
  /** To share with other dictionaries. */
  words?: Words
  /** Words that are left out. */
  ignored?: Iterable<string>
  /** Characters of the shortest word. */
  leastLength?: number
}

/** Every word of every entry, searchable by prefix. */
export function createDictionary({ words = createWords(), ignored, leastLength = 1 }: Options = {}) {
  const pool = createSlotPool()
  const vocabulary = createVocabulary(words, ignored)
  const sorted = createSortedList<Posting>((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
  const lists = createPostingLists<Posting>((word) => {
    vocabulary.remove(word.number)
    sorted.remove(word)
  })

  const addWord = (text: string) => lists.create((number) => createWord(text, number)).number

  function createWord(text: string, number: number) {
    const word = createPosting(pool, text, number)
    vocabulary.add(number, text)
    sorted.add(word)
    return word
  }

  return {
    /** Replaces what a slot has by whole texts. */
    replace(slot: number, texts: readonly string[]) {
      const numbers: number[] = []
      for (const text of texts) {
        const found = vocabulary.find(text)
        const number = found === UNKNOWN ? addWord(text) : found
        if (!numbers.includes(number)) numbers.push(number)
      }
      lists.replace(slot, numbers)
    },

    /** Replaces what a slot has by the words of a text. @param folded by `foldWords` or `searchableWords` */
    replaceWords(slot: number, folded: string) {
      const numbers: number[] = []
      eachWord(folded, (from, to, hash) => {
        if (to - from < leastLength) return
        const found = vocabulary.findAt(folded, from, to, hash)
        const number = found === UNKNOWN ? addWord(folded.slice(from, to)) : found
        if (number !== IGNORED && !numbers.includes(number)) numbers.push(number)
      })
      lists.replace(slot, numbers)
    },

    /** Does what the first search would otherwise wait for. */
    prepare() {
      lists.invert()
      sorted.items()
    },

    equalTo(text: string): Term {
      lists.invert()
      const word = lists.posting(vocabulary.find(text))
      return word ? [word] : []
    },

    startingWith(prefix: string): Term {
      lists.invert()
      const all = sorted.items()
      const first = firstIndexWhere(all, ({ text }) => text >= prefix)
      const last = firstIndexWhere(all, ({ text }) => text >= prefix && !text.startsWith(prefix))
      return all.slice(first, last)
    },
  }
}
