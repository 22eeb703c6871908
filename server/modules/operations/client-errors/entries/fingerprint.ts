import { hash } from 'node:crypto'

/** Increase it whenever the rule below changes, because every group then starts over. */
export const FINGERPRINT_VERSION = 4

const OWN_FRAMES = 5
const MAX_MESSAGE = 200
/**
 * Failures in there are requests: their frames are the same for all, and browsers differ in the frames beyond them.
 */
const REQUESTS = / client\/lib\/(?:http|request)\.ts$/

interface Evidence {
  /** For example `TypeError`. */
  errorType: string
  message: string
  /** Function and source file of each frame in our own code, innermost first. */
  ownFrames: readonly string[]
}

/**
 * Equal for the same defect across releases and people: frames without line numbers, or, for requests and if no
 * source map distinguishes frames, the message without variable parts.
 */
export function fingerprintOf({ errorType, message, ownFrames }: Evidence): string {
  const [innermost] = ownFrames
  const place =
    innermost === undefined || REQUESTS.test(innermost)
      ? normalise(message)
      : ownFrames.slice(0, OWN_FRAMES).join('\n')
  return hash('sha256', `${errorType}\n${place}`).slice(0, 16)
}

/** The message without the parts that vary between browsers, builds and occurrences. At most 200 characters. */
export function normalise(message: string): string {
  const text = message.replace(PREFIX, '').slice(0, MAX_MESSAGE).toWellFormed()
  const dialect = DIALECTS.find(([pattern]) => pattern.test(text))
  const plain = dialect ? text.replace(...dialect) : text
  return plain
    .replace(/\b[a-z][\w+.-]{0,20}:\/\/[^\s"'`<>()]*/gi, '<url>')
    .replace(/(?<![\w-])(?=[\w-]*\d)[\w-]{8,}/g, '<id>')
    .replace(/\d+/g, '<n>')
}

const PREFIX = /^(?:Uncaught (?:\(in promise\) )?)?(?:[A-Z]\w{0,55}(?:Error|Exception): )?/

/**
 * The same error in the wordings of V8, Firefox and Safari, without the minified name of the variable. Each pattern
 * is linear in the text, which an attacker may choose.
 */
const DIALECTS: readonly [pattern: RegExp, plain: string][] = [
  [
    /^Cannot (?:read|set) properties of (undefined|null) \((?:reading|setting) '([^']*)'\).*$/s,
    'No property <$2> of $1',
  ],
  [/^can't access property "([^"]*)", .* is (undefined|null)$/s, 'No property <$1> of $2'],
  [/^(undefined|null) is not an object \(evaluating '[^']*?(?<=[.'])([\w$]+)'\)$/s, 'No property <$2> of $1'],
  [/^[^\s(]*\.([\w$]+) is not a function.*$/s, '<$1> is not a function'],
  [/^(?:Can't find variable: ([\w$]+)|([\w$]+) is not defined)$/, 'Unknown variable <$1$2>'],
  [
    /^(?:Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.)$/,
    'Network request failed',
  ],
]
