import { tokenise } from '#server/search/tokens.ts'

/** What asks and offers are full of, whatever they are about. */
const EMPTY = new Set(
  `a about advice after again all also always am an and any anyone are around as at available be been before best
  better bit business can company could day days develop different do each every everyone experience few find first
  five for four from get getting give good great grow growing guidance half happy have having help helping hour hours
  how i idea ideas if in into introduction introductions is it its just know last learn like long look looking lot
  love make making many me meet meeting month months more most much my need needs new next no not now of offer
  offering often on once one or other our out over pair people per person please question questions right second
  several share sharing short small some somebody someone start starting still such support talk team ten than that
  the their them there these they thing things third this those three through time to together twice two up us use
  used using want was way we week weeks well what when where which while who with within work working would year years
  yet you your`.split(/\s+/),
)

const SHORTEST = 3
const SHORTEST_BEGINNING = 4
/** "market" and "marketing" are one thing, "port" and "portfolio" are not. */
const LONGEST_ENDING = 4

/** The words that say what a text is about, each once. */
export const contentWordsOf = (text: string): ReadonlySet<string> =>
  new Set(tokenise(text).filter((word) => word.length >= SHORTEST && !EMPTY.has(word)))

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
export const stemsOf = (word: string) =>
  Array.from({ length: LONGEST_ENDING }, (_, at) => word.slice(0, word.length - 1 - at)).filter((beginning) =>
    agree(beginning, word),
  )
