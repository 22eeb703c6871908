import type { FastifyInstance } from 'fastify'

import * as m from '#shared/lib/messages.ts'
import { invalid, UnreadableBody } from '#server/lib/failure.ts'

/** Far deeper than any of our documents. Bounds recursion over parsed input. */
const MAX_DEPTH = 32

const OPENING = new Set(Buffer.from('[{'))
const CLOSING = new Set(Buffer.from(']}'))
const [QUOTE, BACKSLASH] = Buffer.from('"\\')

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Replaces the built-in parsers: accepts only `application/json` in valid UTF-8, with bounded depth and without keys
 * that could poison prototypes.
 */
export function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    parse(request, jsonText(body), (error, value) => done(error && badJson(), value)),
  )
}

/** The text of a JSON body, before it is parsed. @throws UnreadableBody for invalid UTF-8 and excessive depth */
export function jsonText(body: Buffer): string {
  if (isTooDeep(body)) throw badJson(m.problemJsonDepth)
  try {
    return utf8.decode(body)
  } catch {
    throw badJson(m.problemJsonEncoding)
  }
}

export const badJson = (detail?: () => string) =>
  new UnreadableBody(() => invalid('bad_json', m.problemJson(), { detail: detail && detail() }))

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
