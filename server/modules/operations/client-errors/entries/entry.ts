import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { CLIENT_ERROR_LIMITS as limits } from '#shared/operations/client-error-limits.ts'
import { UUID } from '#shared/lib/uuid.ts'
import { cutText, scrubText, scrubValue } from '#shared/operations/scrub.ts'

const MAX_PATH = 1024
const MAX_ID = 64
const DEEPEST = 32
/** Multiple of the limit that is scrubbed before cutting, because half a secret would not be recognised. */
const SCRUBBED_PART = 4

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/
const CAUGHT_AS = /^[\w .:-]{1,64}$/

/** An entry without secrets, within every limit, ready to be written. */
export interface CleanEntry {
  id: string
  type: string
  message: string
  stack: string | undefined
  componentStack: string | undefined
  timestamp: string
  lastAt: string | undefined
  userAgent: string
  path: string
  metadata: Record<string, unknown> | undefined
  /** The email in lower case, which must be hashed before it is stored. */
  claimedEmail: string | undefined
  count: number
  requestId: string | undefined
}

const FIELDS: readonly [name: keyof ClientErrorEntry, isRight: (value: unknown) => boolean][] = [
  ['type', (value) => isText(value) && CAUGHT_AS.test(value)],
  ['message', isText],
  ['timestamp', isInstant],
  ['userAgent', isText],
  ['url', isText],
  ['stack', optional(isText)],
  ['componentStack', optional(isText)],
  ['metadata', optional(isRecord)],
  ['userId', optional(isText)],
  ['count', optional((value) => Number.isSafeInteger(value) && (value as number) > 0)],
  ['lastAt', optional(isInstant)],
  ['requestId', optional(isText)],
]

/**
 * The code of the first problem of an entry. Unknown keys are accepted, since the browser may run a newer release than
 * the server during a deploy, and never read.
 */
export function validateEntry(entry: unknown): string | undefined {
  if (!isRecord(entry)) return 'not_an_object'
  if (isPoisoned(entry)) return 'poisoned_key'
  if (idOf(entry) === undefined) return 'invalid_id'
  const wrong = FIELDS.find(([name, isRight]) => !isRight(entry[name]))
  return wrong && `invalid_${wrong[0].replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

export function idOf(entry: unknown): string | undefined {
  const id = isRecord(entry) && Object.hasOwn(entry, 'id') ? entry['id'] : undefined
  return isText(id) && UUID.test(id) ? id.toLowerCase() : undefined
}

export function cleanEntry(entry: ClientErrorEntry): CleanEntry {
  const { stack, componentStack, metadata, userId, requestId } = entry
  return {
    id: entry.id.toLowerCase(),
    type: entry.type,
    message: clean(entry.message, limits.message),
    stack: stack && clean(stack, limits.stack),
    componentStack: componentStack && clean(componentStack, limits.componentStack),
    timestamp: entry.timestamp,
    lastAt: entry.lastAt,
    userAgent: clean(entry.userAgent, limits.userAgent),
    path: clean(pathOf(cutText(entry.url, limits.url)), MAX_PATH),
    metadata: metadata && (scrubValue(metadata) as Record<string, unknown>),
    claimedEmail: userId && cutText(userId, limits.userId).trim().toLowerCase(),
    count: Math.min(entry.count ?? 1, limits.count),
    requestId: requestId && clean(requestId, MAX_ID),
  }
}

const clean = (text: string, longest: number) =>
  cutText(scrubText(cutText(text, SCRUBBED_PART * longest)).toWellFormed(), longest)

/** The query, the fragment and the origin may contain secrets, and add nothing to the path. */
const pathOf = (url: string) => URL.parse(url, 'https://unknown.invalid')?.pathname ?? ''

/** `JSON.parse` makes these plain keys of their own, harmless until something copies them. */
function isPoisoned(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > DEEPEST) return true
  if (Array.isArray(value)) return value.some((item) => isPoisoned(item, depth + 1))
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return true
    const item = (value as Record<string, unknown>)[key]
    if (key === 'constructor' && isRecord(item) && Object.hasOwn(item, 'prototype')) return true
    if (isPoisoned(item, depth + 1)) return true
  }
  return false
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isInstant(value: unknown) {
  return isText(value) && INSTANT.test(value) && !Number.isNaN(Date.parse(value))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function optional(isRight: (value: unknown) => boolean) {
  return (value: unknown) => value === undefined || isRight(value)
}
