/**
 * Removes secrets from error reports: in the browser before they are stored or sent, and on the server again before
 * they are logged. Every pattern is linear in the text, because the text may be hostile. This file imports nothing.
 */

const HIDDEN = '[redacted]'
const DEEPEST = 8
const MAX_VALUES = 500
const MAX_QUERY_KEY = 40

const SECRET_KEY =
  /passw|passphrase|pwd|secret|token|authori[sz]ation|bearer|cookie|credential|api_?key|private_?key|session_?id|oob_?code|card_?num|iban|signature|^(?:auth|pin|otp|cvv|cvc|ssn|card)$/
const URL_RUN = /(?:\w:\/\/|(?<![^\s"'`(=,])\/)[^\s"'`<>()]*/g
const POSITION = /:\d+:\d+$/
const CREDENTIALS = /^(\w+:\/\/)[^/?#]*@/
const KEY_AND_VALUE =
  /((?:passw(?:or)?d|passphrase|secret|(?<!unexpected )token|authori[sz]ation|api[_-]?key|oob_?code)\w{0,40}\\*["']?\s{0,4}[:=]\s{0,4})(?!\[redacted)(?:\\+["'][^"']*["']?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?:bearer |basic )?[^\s"',;&)}\]]+)/gi
const COOKIES = /(cookie\\*["']?\s{0,4}[:=]\s{0,4})(?!\s*\[redacted)[^\r\n]+/gi
const BEARER = /\b(bearer\s{1,4})[\w.~+/=-]{8,}/gi
const DOTTED_RUN = /[\w.-]{20,}/g
const EMAIL =
  /(?<![^\s@<>()[\]{}"'`,;:/\\=&?#|])[^\s@<>()[\]{}"'`,;:/\\=&?#|]+(?:@|%40)(?:[\p{L}\d-]+\.)+\p{L}{2,}/giu
/** Also matches a UUID, so that no part of one is taken for a card number. */
const CARD = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b|(?<![\d.])\d(?:[ -]?\d){13,18}(?!\d)/gi
/** The address of a member's calendar feed is its password. */
const SECRET_PATH = /(\/calendars?(?:\/|%2f))[^\s"'`<>()?#]+/gi
/** Stripe, Google, GitHub, GitLab, Slack, AWS, SendGrid. */
const VENDOR_KEY =
  /\b(?:[spr]k_(?:live|test)_\w{8,}|AIza[\w-]{20,}|ya29\.[\w-]{8,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{8,}|A(?:KIA|SIA)[A-Z\d]{16}|SG\.[\w-]{16,})/g
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g
/** International, or national in groups: plain runs of digits are more often ids and times. */
const PHONE =
  /(?<![\w.+-])(?:(?:\+|00)\d(?:[ ()./-]{0,2}\d){7,14}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}-\d{3}-\d{4}|0\d{1,4}(?:[ /-]\d{2,4}){2,4})(?![\w:])/g
const ONE_TIME_CODE =
  /\b((?:(?:one[ -]?time|verification|security|confirmation|sign-?in|login) (?:pass)?code|otp|passcode|pin)\b[^\d\r\n]{0,12})\d{4,8}\b|\b(code\b[^\d\r\n]{0,12})\d{6,8}\b/gi
/** Controls and direction marks, which make a terminal or a reader see other than what is written. */
const DECEPTIVE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Removes credentials, query values and the fragment; a `:line:column` at the end stays. */
export function scrubUrl(url: string): string {
  const open = url.replace(CREDENTIALS, '$1')
  const cut = open.search(/[?#]/)
  if (cut < 0) return open
  const position = POSITION.exec(open)?.[0] ?? ''
  const [query = '', fragment] = open.slice(cut, open.length - position.length).split('#', 2)
  const keys = query.slice(1).split('&').filter(Boolean).map(hideQueryValue)
  const shownQuery = keys.length > 0 ? `?${keys.join('&')}` : ''
  return open.slice(0, cut) + shownQuery + (fragment ? `#${HIDDEN}` : '') + position
}

function hideQueryValue(pair: string) {
  const end = pair.indexOf('=')
  return end > 0 && end <= MAX_QUERY_KEY ? `${pair.slice(0, end)}=${HIDDEN}` : HIDDEN
}

/** Removes likely secrets from free text: a message, a stack, a truncated piece of JSON. */
export function scrubText(text: string): string {
  let clean = text.replace(DECEPTIVE, '').replace(SECRET_PATH, `$1${HIDDEN}`)
  if (clean.includes('-----BEGIN')) clean = clean.replace(PRIVATE_KEY, HIDDEN)
  if (/[?#]|:\/\/[^/]*@/.test(clean)) clean = clean.replace(URL_RUN, scrubUrl)
  clean = clean
    .replace(COOKIES, `$1${HIDDEN}`)
    .replace(KEY_AND_VALUE, `$1${HIDDEN}`)
    .replace(BEARER, `$1${HIDDEN}`)
    .replace(VENDOR_KEY, HIDDEN)
    .replace(ONE_TIME_CODE, hideCode)
  if (clean.includes('eyJ')) clean = clean.replace(DOTTED_RUN, hideJwt)
  if (/@|%40/.test(clean)) clean = clean.replace(EMAIL, HIDDEN)
  return clean.replace(IBAN, hideIban).replace(CARD, hideCard).replace(PHONE, HIDDEN)
}

const hideCode = (_: string, before?: string, beforeLong?: string) => `${before ?? beforeLong}${HIDDEN}`

/** `eyJ` is the beginning of `{"` in base64, and so of the header of every JWT. */
function hideJwt(run: string) {
  const start = run.indexOf('eyJ')
  return start >= 0 && run.includes('.', start) ? run.slice(0, start) + HIDDEN : run
}

function hideCard(run: string) {
  if (/[a-f]/i.test(run)) return run
  let sum = 0
  let doubled = false
  for (let index = run.length - 1; index >= 0; index--) {
    const digit = run.charCodeAt(index) - 48
    if (digit < 0) continue
    const worth = doubled ? digit * 2 : digit
    sum += worth > 9 ? worth - 9 : worth
    doubled = !doubled
  }
  return sum % 10 === 0 ? HIDDEN : run
}

/** ISO 13616: with its first four characters last, and letters as numbers from 10, the remainder by 97 is 1. */
function hideIban(run: string) {
  const plain = run.replaceAll(' ', '')
  let remainder = 0
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1 ? HIDDEN : run
}

/**
 * A plain copy that is safe to serialise: secrets hidden by key name and by pattern, cycles cut by bounds on depth
 * and size, no `__proto__`, and a remark in place of getters that throw.
 */
export function scrubValue(value: unknown): unknown {
  let left = MAX_VALUES
  const visit = (item: unknown, depth: number): unknown => {
    try {
      return copy(item, depth)
    } catch {
      return '[unreadable]'
    }
  }
  const copy = (item: unknown, depth: number): unknown => {
    if (typeof item === 'string') return scrubText(item)
    if (typeof item === 'bigint') return String(item)
    if (typeof item !== 'object' || item === null) return item
    if (depth >= DEEPEST || left <= 0) return '[cut]'
    if (item instanceof Error) return scrubText(`${item.name}: ${item.message}`)
    if ('toJSON' in item && typeof item.toJSON === 'function') return visit(item.toJSON(), depth + 1)
    if (Array.isArray(item)) return item.slice(0, left).map((each) => (left--, visit(each, depth + 1)))
    const fields = Object.entries(item).filter(([key]) => key !== '__proto__')
    return Object.fromEntries(
      fields.slice(0, left).map(([key, each]) => {
        left--
        return [scrubText(key), isSecretKey(key) ? HIDDEN : visit(each, depth + 1)]
      }),
    )
  }
  return visit(value, 0)
}

/** Whether a field of this name, in any spelling (`apiKey`, `api-key`, `API_KEY`), contains a secret. */
export const isSecretKey = (key: string) => SECRET_KEY.test(key.toLowerCase().replaceAll('-', '_'))

/** Cuts to at most `longest` UTF-16 code units, never half of a surrogate pair. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const last = text.charCodeAt(longest - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest)
}
