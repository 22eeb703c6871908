/** Of each word: its hash, the next word of its bucket as in `buckets`, and where its characters are. */
const FIELDS = 4
const [HASH, NEXT, START, LENGTH] = [0, 1, 2, 3] as const
/** V8 keeps larger numbers in objects. */
const MOST = 2 ** 30 - 1
const LEAST_WORDS = 64
const LEAST_CHARACTERS = 512
/** Of buckets per word. */
const SPARE = 2

export type Words = ReturnType<typeof createWords>

/**
 * Finds words by their characters within a longer text. A start looks up millions, and a `Map` of texts takes four times
 * as long: it needs each word as a text of its own. For several vocabularies at once, so that what they have in common
 * stays in the processor's cache.
 */
export function createWords() {
  /** By hash, the first word with it: its number and one, 0 for none. */
  let buckets = new Int32Array(LEAST_WORDS * SPARE)
  /** By number. In one array, as fields of one word are used together. */
  let words = new Int32Array(LEAST_WORDS * FIELDS)
  let characters = new Uint16Array(LEAST_CHARACTERS)
  let end = 0
  /** Characters of words that were removed. */
  let unused = 0

  const free: number[] = []
  /** By number, in how many vocabularies the word is. */
  const uses: number[] = []

  /** The number of the word from `from` to before `to`; −1 if there is none. @param hash by `hashOf` */
  function find(text: string, from: number, to: number, hash: number) {
    let next = buckets[hash & (buckets.length - 1)]!
    while (next !== 0) {
      const word = (next - 1) * FIELDS
      if (words[word + HASH] === hash && isAt(word, text, from, to)) return next - 1
      next = words[word + NEXT]!
    }
    return -1
  }

  function isAt(word: number, text: string, from: number, to: number) {
    const length = words[word + LENGTH]!
    if (length !== to - from) return false
    const start = words[word + START]!
    for (let at = 0; at < length; at++)
      if (characters[start + at] !== text.charCodeAt(from + at)) return false
    return true
  }

  function link(word: number) {
    const bucket = words[word + HASH]! & (buckets.length - 1)
    words[word + NEXT] = buckets[bucket]!
    buckets[bucket] = word / FIELDS + 1
  }

  function growTo(count: number) {
    const size = 2 ** Math.ceil(Math.log2(count))
    const before = words
    words = new Int32Array(size * FIELDS)
    words.set(before)
    buckets = new Int32Array(size * SPARE)
    for (let number = 0; number < count - 1; number++) if (uses[number]! > 0) link(number * FIELDS)
  }

  /** For so many more characters. */
  function makeRoom(length: number) {
    const before = characters
    characters = new Uint16Array((end - unused + length) * 2)
    end = 0
    unused = 0
    for (let word = 0; word < words.length; word += FIELDS) {
      const start = words[word + START]!
      characters.set(before.subarray(start, start + words[word + LENGTH]!), end)
      words[word + START] = end
      end += words[word + LENGTH]!
    }
  }

  function add(text: string, hash: number) {
    const number = free.pop() ?? uses.length
    if (number * FIELDS >= words.length) growTo(number + 1)
    if (end + text.length > characters.length) makeRoom(text.length)
    const word = number * FIELDS
    words[word + HASH] = hash
    words[word + START] = end
    words[word + LENGTH] = text.length
    for (let at = 0; at < text.length; at++) characters[end++] = text.charCodeAt(at)
    link(word)
    uses[number] = 0
    return number
  }

  function remove(number: number) {
    const word = number * FIELDS
    const bucket = words[word + HASH]! & (buckets.length - 1)
    if (buckets[bucket] === number + 1) buckets[bucket] = words[word + NEXT]!
    else {
      let before = (buckets[bucket]! - 1) * FIELDS
      while (words[before + NEXT] !== number + 1) before = (words[before + NEXT]! - 1) * FIELDS
      words[before + NEXT] = words[word + NEXT]!
    }
    unused += words[word + LENGTH]!
    words[word + LENGTH] = 0
    free.push(number)
  }

  return {
    find,

    /** The word's number, for one more vocabulary. */
    use(text: string) {
      const hash = hashOf(text)
      const found = find(text, 0, text.length, hash)
      const number = found < 0 ? add(text, hash) : found
      uses[number]! += 1
      return number
    },

    release(number: number) {
      uses[number]! -= 1
      if (uses[number] === 0) remove(number)
    },
  }
}

/** What `Vocabulary.find` returns. */
export const UNKNOWN = -1
export const IGNORED = -2

export type Vocabulary = ReturnType<typeof createVocabulary>

/** Numbers of words, other ones than other vocabularies have for the same words. @param ignored words that get none */
export function createVocabulary(words: Words, ignored: Iterable<string> = []) {
  /** By the number in `words`: the number in this vocabulary and one, 0 if unknown. */
  let numbers = new Int32Array(LEAST_WORDS)
  /** The other way round. */
  const origins: number[] = []

  function setNumber(word: number, number: number) {
    if (word >= numbers.length) {
      const before = numbers
      numbers = new Int32Array(word * 2)
      numbers.set(before)
    }
    numbers[word] = number + 1
  }

  for (const text of ignored) setNumber(words.use(text), IGNORED)

  /** The number of the word from `from` to before `to`, or one of the above. @param hash by `eachWord` */
  function findAt(text: string, from: number, to: number, hash: number) {
    const word = words.find(text, from, to, hash)
    return word < 0 || word >= numbers.length ? UNKNOWN : numbers[word]! - 1
  }

  return {
    /** The number of a word, or one of the above. */
    find: (text: string) => findAt(text, 0, text.length, hashOf(text)),

    findAt,

    /** @param number of no other word @param text not there yet */
    add(number: number, text: string) {
      const word = words.use(text)
      origins[number] = word
      setNumber(word, number)
    },

    remove(number: number) {
      const word = origins[number]!
      setNumber(word, UNKNOWN)
      words.release(word)
    },
  }
}

/** Of a word: `hashWith` each of its characters in turn, from 0. `find` takes it as `finishHash` leaves it. */
export const hashWith = (hash: number, code: number) => (Math.imul(hash, 31) + code) | 0
// The low bits alone choose the bucket.
export const finishHash = (hash: number) => (hash ^ (hash >>> 15)) & MOST

function hashOf(text: string) {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at))
  return finishHash(hash)
}
