const CONTAINERS = /^(?:[ \t]*(?:[-*+>]|\d{1,9}[.)]))+/gm
const CONTAINER = /[-*+>]|\d{1,9}[.)]/g
const LINE_END = /\r\n?|\n/g
const INLINE_MARKS = /[*_[\]!`<&\\]/g
/** Addresses, which become links automatically. */
const ADDRESSES = /@|:\/\/|www\./gi
/** Places where `http:` or `www.` may begin: at each, the parser looks back for an open bracket. */
const ADDRESS_STARTS = /(?<![a-z])[hw]/gi
/** Tags and comments: the parser looks for the end of each, up to the end of the text. */
const RAW_HTML = /<(?!https?:)[a-z/!?]/gi
/** The search for email addresses takes quadratic time for it. */
const LONG_RUN = /[-.\w+]{200}/
/** Punctuation in an address, which may also end it: the parser reads on to its end at each character. */
const LONG_PUNCTUATION = /[^\s!"'),.:;>?\]}*_~&](?:[!"'),.:;>?\]}*_~]|&(?:[a-z]+;)?){12}/i
/** Maximum containers in one line. */
const DEEPEST = 8
/** Characters before a line's text: lists also nest by indentation. */
const MAX_PREFIX = 32
const MAX_CONTAINERS = 100
const MAX_MARKS = 300
const MAX_ADDRESSES = 100
const MAX_ADDRESS_STARTS = 400
const MAX_RAW_HTML = 50
const MAX_LINES = 300

/**
 * Whether parsing the text as Markdown could block the page: micromark takes quadratic time for nested containers
 * and for long runs of emphasis (10 s for 10,000 characters of `1. 1. 1. …`). Below these limits the worst text
 * takes less than 50 ms; texts that people write are far below. A text above is shown as typed, and never refused
 * when it is saved: it is readable either way, and another renderer may read it better.
 */
export function isTooComplex(text: string) {
  const prefixes = text.match(CONTAINERS) ?? []
  const depths = prefixes.map((prefix) => countOf(prefix, CONTAINER))
  return (
    prefixes.some((prefix) => prefix.length > MAX_PREFIX) ||
    depths.some((depth) => depth > DEEPEST) ||
    depths.reduce((total, depth) => total + depth, 0) > MAX_CONTAINERS ||
    countOf(text, INLINE_MARKS) > MAX_MARKS ||
    countOf(text, ADDRESSES) > MAX_ADDRESSES ||
    (text.includes('[') && countOf(text, ADDRESS_STARTS) > MAX_ADDRESS_STARTS) ||
    countOf(text, RAW_HTML) > MAX_RAW_HTML ||
    countOf(text, LINE_END) > MAX_LINES ||
    LONG_RUN.test(text) ||
    (countOf(text, ADDRESSES) > 0 && LONG_PUNCTUATION.test(text))
  )
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
