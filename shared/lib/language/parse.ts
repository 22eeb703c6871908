import type { Forms, Piece } from './format.ts'

const NAME = /[a-z]\w*/iy
const TAG_OPEN = /<([a-z]\w*)>/iy
const SELECTOR = /\s*(=\d+|[a-z]\w*)\s*\{/iy
const NO_TEXT = /[{}#<']/

/**
 * Parses a text in ICU's message format: `{name}`, `{name, number}`, `plural` with `#`, `select`, `<tag>…</tag>`, and
 * apostrophes around signs that are meant literally. Other parts of the format are not supported.
 * @throws SyntaxError that says where
 */
export function parse(text: string): readonly Piece[] {
  let at = 0

  function fail(problem: string): never {
    throw new SyntaxError(`${problem} at character ${at + 1} of “${text}”`)
  }
  function take(expected: string) {
    if (!text.startsWith(expected, at)) fail(`“${expected}” is missing`)
    at += expected.length
  }
  function match(pattern: RegExp) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const skipSpace = () => void match(/\s*/y)

  /** @param counted the name whose number `#` stands for */
  function pieces(counted?: string): readonly Piece[] {
    const found: Piece[] = []
    const add = (piece: Piece) => {
      const last = found.at(-1)
      if (typeof piece === 'string' && typeof last === 'string') found[found.length - 1] = last + piece
      else found.push(piece)
    }
    while (at < text.length && text[at] !== '}' && !text.startsWith('</', at)) {
      const tag = match(TAG_OPEN)
      if (tag) {
        const [, name = ''] = tag
        const content = pieces(counted)
        take(`</${name}>`)
        add([name, content])
      } else if (text[at] === '{') add(placeholder())
      else if (text[at] === '#' && counted) {
        at++
        add([counted, '#'])
      } else if (text[at] === "'") add(quoted())
      else add(literal())
    }
    return found
  }

  function placeholder(): Piece {
    take('{')
    skipSpace()
    const name = match(NAME)?.[0] ?? fail('A name is missing')
    skipSpace()
    if (match(/\}/y)) return [name]
    take(',')
    skipSpace()
    const kind = match(NAME)?.[0]
    skipSpace()
    if (kind === 'number') {
      take('}')
      return [name, '#']
    }
    if (kind !== 'plural' && kind !== 'select') fail('Only number, plural and select are supported')
    take(',')
    const forms = formsOf(kind === 'plural' ? name : undefined)
    take('}')
    return kind === 'plural' ? [name, forms, 'plural'] : [name, forms]
  }

  function formsOf(counted: string | undefined): Forms {
    const forms: Record<string, readonly Piece[]> = {}
    for (let found = match(SELECTOR); found; found = match(SELECTOR)) {
      forms[found[1]!] = pieces(counted)
      take('}')
    }
    skipSpace()
    if (!forms['other']) fail('The form “other” is missing')
    return forms as Forms
  }

  /** An apostrophe in a word is one; before a sign it starts a literal part. */
  function quoted() {
    at++
    if (match(/'/y) || !NO_TEXT.test(text[at] ?? '')) return "'"
    const end = text.indexOf("'", at)
    if (end < 0) fail('An apostrophe is missing')
    const part = text.slice(at, end)
    at = end + 1
    return part
  }

  function literal() {
    const start = at++
    while (at < text.length && !NO_TEXT.test(text[at]!)) at++
    return text.slice(start, at)
  }

  const all = pieces()
  if (at < text.length) fail(`“${text[at]}” has no beginning`)
  return all
}
