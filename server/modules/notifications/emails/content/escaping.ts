import { escapeHtml } from '#server/lib/text/html.ts'

/** Dots that mail programs would turn into a link: a name like `pay-me.example` must not become one. */
const LINK_DOT = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu
const BREAK = /\n/g

/**
 * Escapes members' texts so that only our own links can be clicked. A zero-width non-joiner after each dot prevents
 * others.
 */
export const withoutLinks = (text: string) =>
  escapeHtml(text).replaceAll(LINK_DOT, '.&#8204;').replaceAll(BREAK, '<br>')

/** Maximum characters of a line; servers break lines over 998 bytes (RFC 5322, 2.1.1). */
const WIDTH = 76

/** Wraps lines, except links. */
export const textOf = (text: string) => text.split('\n').map(wrapped).join('\n')

function wrapped(line: string) {
  const lines: string[] = []
  const [indent = ''] = /^ */.exec(line) ?? []
  let current = ''
  for (const word of line.slice(indent.length).split(' ')) {
    if (current && current.length + 1 + word.length > WIDTH) {
      lines.push(indent + current)
      current = word
    } else current = current ? `${current} ${word}` : word
  }
  return [...lines, indent + current].join('\n')
}
