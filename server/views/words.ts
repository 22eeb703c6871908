import { fold, type Prefix, prefixesOf } from '#shared/lib/words.ts'

import { type Query, sql } from './sql.ts'

/** Keeps the first of each that differ only in case, accents and width: "AI" and "ai" are one. */
export const distinctFolded = (texts: readonly string[]) =>
  Map.groupBy(texts, fold)
    .values()
    .map(([first]) => first!)
    .toArray()

/**
 * The argument of `MATCH`: `prefixesOf` the query, in quotes, so that a query is never taken for syntax. Undefined
 * if it has no words.
 */
export function matching(query: string): string | undefined {
  const prefixes = prefixesOf(query)
  return prefixes.length === 0 ? undefined : matchingAll(prefixes)
}

/** The argument of `MATCH` for texts that have words with all these prefixes. */
const matchingAll = (prefixes: readonly Prefix[]) =>
  prefixes.map((prefix) => `(${prefix.map((spelling) => `"${spelling}"*`).join(' OR ')})`).join(' AND ')

/**
 * Whether an indexed text has words with all these prefixes, like `hasPrefixes`. For rows that another condition has
 * found: a full-text table would go through all members first. @param text a column
 */
export function hasWords(text: Query, prefixes: readonly Prefix[]): Query {
  // Most queries have one spelling of each word. Going through lists of spellings takes half as long again.
  const isPlain = prefixes.every(({ length }) => length === 1)
  const isIn = (prefix: Query) => sql`instr(' ' || ${text}, ' ' || ${prefix}) > 0`
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(isPlain ? prefixes.flat() : prefixes)}) AS prefix
    WHERE NOT ${
      isPlain
        ? sql`(${isIn(sql`prefix.value`)})`
        : sql`EXISTS (SELECT 1 FROM json_each(prefix.value) AS spelling WHERE ${isIn(sql`spelling.value`)})`
    })`
}

/**
 * The text, folded, as one word of a full-text table: letters of private use replace punctuation and spaces. For
 * addresses, which are found by their beginning.
 */
export const asOneWord = (text: string) =>
  fold(text).replace(/[\p{P}\p{Z}\p{Cc}]/gu, (separator) =>
    String.fromCodePoint(0xe000 + (separator.codePointAt(0)! % 0x1000)),
  )
