import type { FastifyInstance } from 'fastify'

import { invalid } from '#server/lib/failure.ts'

/** Far deeper than any of our documents. Bounds recursion over parsed input. */
const MAX_DEPTH = 32

const OPENING = new Set(Buffer.from('[{'))
const CLOSING = new Set(Buffer.from(']}'))
const [QUOTE, BACKSLASH] = Buffer.from('"\\')

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Replaces the built-in parsers: only `application/json`, valid UTF-8, bounded depth, no poisoned keys. */
export function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    parse(request, jsonText(body), (error, value) => done(error && badJson(), value)),
  )
}

/** The text of a JSON body, before it is parsed. @throws Failure 400 for invalid UTF-8 and absurd depth */
export function jsonText(body: Buffer): string {
  if (isTooDeep(body)) throw badJson('It is nested too deeply.')
  try {
    return utf8.decode(body)
  } catch {
    throw badJson('It is not valid UTF-8.')
  }
}

export const badJson = (detail?: string) =>
  invalid('bad_json', 'The body is not valid JSON.', { ...(detail && { detail }) })

function isTooDeep(body: Buffer) {
  let depth = 0
  let inString = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if (byte === QUOTE) inString = !inString
    else if (inString) at += byte === BACKSLASH ? 1 : 0
    else if (OPENING.has(byte) && ++depth > MAX_DEPTH) return true
    else if (CLOSING.has(byte)) depth--
  }
  return false
}
