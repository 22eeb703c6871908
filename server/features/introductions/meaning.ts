import { wordsOf } from '#server/search/words.ts'

/** What asks and offers are full of, whatever they are about. */
const EMPTY = new Set(
  `a about advice all also am an and any anyone are around as at available be been best better business can company
  could develop do each every everyone experience few find for from get getting give good great grow growing guidance
  happy have having help helping how i idea ideas if in into introduction introductions is it its just know learn like
  look looking love make making many me meet meeting more most much my need needs new no not of offer offering on one
  or other our out over people person please question questions right share sharing small some someone somebody start
  starting such support talk team than that the their them there these they thing things this those through time to
  together up us use using want was way we well what when where which who with within work working would year years
  you your`.split(/\s+/),
)

const SHORTEST = 3
const SHORTEST_BEGINNING = 4
/** "market" and "marketing" are one thing, "port" and "portfolio" are not. */
const LONGEST_ENDING = 4

/** The words that say what a text is about, each once. */
export const meaningOf = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).filter((word) => word.length >= SHORTEST && !EMPTY.has(word)))

/** Whether two words are about one thing: the same, or one the beginning of the other. */
export function agree(a: string, b: string) {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return (
    short.length >= SHORTEST_BEGINNING &&
    long.length - short.length <= LONGEST_ENDING &&
    long.startsWith(short)
  )
}

/** The shorter words that agree with this one. */
export const beginningsOf = (word: string) =>
  Array.from({ length: LONGEST_ENDING }, (_, at) => word.slice(0, word.length - 1 - at)).filter((beginning) =>
    agree(beginning, word),
  )
