const CONTAINERS = /^(?:[ \t]*(?:[-*+>]|\d{1,9}[.)]))+/gm
const CONTAINER = /[-*+>]|\d{1,9}[.)]/g
const DEEPEST = 24
const INLINE_MARKS = /[*_[\]!`<]/g
const MOST_MARKS = 1_000
const MOST_LINES = 500

/**
 * Whether reading the text as Markdown could block the page: micromark takes quadratic time over nested containers
 * and over long runs of emphasis (10 s for 10,000 characters of `1. 1. 1. …`). Texts that people write stay far below.
 */
export function isTooComplex(text: string) {
  const deepest = Math.max(0, ...(text.match(CONTAINERS) ?? []).map((prefix) => countOf(prefix, CONTAINER)))
  return deepest > DEEPEST || countOf(text, INLINE_MARKS) > MOST_MARKS || countOf(text, /\n/g) > MOST_LINES
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
