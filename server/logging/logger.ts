import { type Logger, pino, type SerializedError, stdSerializers } from 'pino'

import type { Config } from '#server/config/config.ts'

import { withSourcePositions } from './source-positions.ts'

export type { Logger } from 'pino'

/** Most lines have no other character, which this test shows in a fraction of the time. */
const UNUSUAL = /[^\n\x20-\x7e]/
/** Characters that make a terminal or a reader see other than what is written: controls and text direction marks. */
const DECEPTIVE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** A JWT, or what is left of one; session cookies and ID tokens are JWTs. */
const TOKEN = /eyJ[\w-]{10,}(?:\.[\w-]*){0,2}/g
const EMAIL = /(?<![\w.!#$%&'*+=?^{|}~-])[\w.!#$%&'*+=?^{|}~-]+@(?:[\w-]{1,63}\.){1,8}[a-z]{2,63}/gi

/**
 * The last step of every line, whatever its source. JSON puts these characters only into strings, so escaping them
 * afterwards leaves it the same JSON.
 */
export function safeLine(line: string): string {
  let safe = UNUSUAL.test(line) ? line.replace(DECEPTIVE, escaped) : line
  if (safe.includes('eyJ')) safe = safe.replace(TOKEN, '[token]')
  if (safe.includes('@')) safe = safe.replace(EMAIL, '[email]')
  return safe
}

const escaped = (character: string) =>
  character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @param sink receives one whole line at a time */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  sink: { write(line: string): void },
): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: serialized },
      hooks: { streamWrite: safeLine },
    },
    sink,
  )
}

const serialized = (error: Error) => inSource(stdSerializers.errWithCause(error))

type Logged = Partial<SerializedError> & { cause?: Logged }

/** An error with its causes, whose stacks have positions in the source. */
function inSource(error: Logged): Logged {
  if (typeof error.stack === 'string') error.stack = withSourcePositions(error.stack)
  if (error.cause) inSource(error.cause)
  error.aggregateErrors?.forEach(inSource)
  return error
}
