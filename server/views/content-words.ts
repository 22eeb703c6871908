import { tokenise } from '#shared/lib/words.ts'

/** Words that are frequent in asks and offers of any subject. */
const STOP_WORDS: ReadonlySet<string> = new Set(
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

const MIN_LENGTH = 3
const MIN_STEM = 4
/** "market" matches "marketing", "port" does not match "portfolio". */
const MAX_ENDING = 4

/** Distinct words of a text, without stop words. */
export const contentWordsOf = (text: string): readonly string[] => [
  ...new Set(tokenise(text).filter((word) => word.length >= MIN_LENGTH && !STOP_WORDS.has(word))),
]

/** Whether two words are the same or share a stem. */
export function wordsMatch(a: string, b: string) {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= MIN_STEM && long.length - short.length <= MAX_ENDING && long.startsWith(short)
}

/** The range of words that contains all matches of this one, and few others. */
export function wordRange(word: string): [from: string, to: string] {
  if (word.length < MIN_STEM) return [word, word]
  const start = word.slice(0, Math.max(MIN_STEM, word.length - MAX_ENDING))
  return [start, `${start}\u{10FFFF}`]
}
