import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { CLIENT_ERROR_LIMITS as limits, CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'
import { cutText, scrubText, scrubUrl, scrubValue } from '#shared/operations/scrub.ts'

const MAX_METADATA_STRING = 1024
const MAX_INNER_ERRORS = 10

export interface ErrorContext {
  /** Source of the error: `error`, `unhandledrejection`, `route error`, `crash`, `api`, `boot`. */
  type: string
  metadata?: Record<string, unknown>
  componentStack?: string | null | undefined
}

/** The parts of an entry other than the error itself. */
export interface Occasion {
  id: string
  /** Epoch milliseconds. */
  at: number
  url: string
  userAgent: string
  userId: string | undefined
}

export function createEntry(error: unknown, context: ErrorContext, occasion: Occasion): ClientErrorEntry {
  const stack = stackOf(error)
  const requestId = textAt(error, 'requestId')
  const metadata = { ...detailsOf(error), ...context.metadata }
  const { componentStack } = context
  return {
    id: occasion.id,
    type: context.type,
    message: clean(messageOf(error), limits.message),
    stack: stack ? clean(stack, limits.stack) : undefined,
    componentStack: componentStack ? clean(componentStack, limits.componentStack) : undefined,
    timestamp: new Date(occasion.at).toISOString(),
    userAgent: cutText(occasion.userAgent, limits.userAgent),
    url: cutText(scrubUrl(occasion.url), limits.url),
    metadata: Object.values(metadata).some((value) => value !== undefined)
      ? fitMetadata(metadata)
      : undefined,
    userId: occasion.userId ? cutText(occasion.userId, limits.userId) : undefined,
    requestId,
  }
}

/**
 * Half a secret would not be recognised, so more than the limits of fields is scrubbed before it is cut. A number of its
 * own, because `boot.ts` has no room for the limits.
 */
const MAX_SCRUBBED = 32_768
const clean = (text: string, longest: number) => cutText(scrubText(text), longest)

/**
 * Not scrubbed. Anything can be thrown, and errors of another frame are not `instanceof Error`: only the shape
 * counts, and reading it may throw again.
 */
export function messageOf(error: unknown): string {
  const message = textAt(error, 'message') ?? responseText(error) ?? asText(error)
  return cutText(message, MAX_SCRUBBED)
}

/** Not scrubbed. */
export function stackOf(error: unknown) {
  const stack = textAt(error, 'stack')
  return stack && cutText(stack, MAX_SCRUBBED)
}

function detailsOf(error: unknown) {
  const name = textAt(error, 'name')
  const cause = valueAt(error, 'cause')
  const inner = valueAt(error, 'errors')
  const errors = attempt(() => (Array.isArray(inner) ? describeAll(inner) : undefined))
  return {
    name: name && name !== 'Error' ? name : undefined,
    cause: cause === undefined ? undefined : messageOf(cause),
    errors,
  }
}

/** Describes the parts of an AggregateError. */
const describeAll = (errors: unknown[]) =>
  errors.slice(0, MAX_INNER_ERRORS).map((error) => {
    const name = textAt(error, 'name')
    return name ? `${name}: ${messageOf(error)}` : messageOf(error)
  })

function responseText(error: unknown) {
  const statusText = textAt(error, 'statusText')
  return statusText === undefined ? undefined : `${String(valueAt(error, 'status'))} ${statusText}`
}

function asText(value: unknown) {
  return (
    attempt(() => (typeof value === 'object' && value ? JSON.stringify(value) : String(value))) ??
    attempt(() => Object.prototype.toString.call(value)) ??
    typeof value
  )
}

function textAt(value: unknown, key: string) {
  const text = valueAt(value, key)
  return typeof text === 'string' ? text : undefined
}

const valueAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value ? attempt<unknown>(() => Reflect.get(value, key)) : undefined

function attempt<T>(read: () => T) {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Metadata without secrets and within the limit: long strings are cut shorter and shorter until the whole fits. */
function fitMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  const scrubbed = scrubValue(metadata)
  for (let longest = MAX_METADATA_STRING; longest >= 8; longest /= 2) {
    const json = JSON.stringify(scrubbed, (_key, value) =>
      typeof value === 'string' ? cutText(value, longest) : value,
    )
    if (byteLength(json) <= limits.metadataBytes) return JSON.parse(json)
  }
  return { cut: true }
}

/** The body of a failed call, as text of at most 500 characters. */
export function requestDataText(data: unknown): string | undefined {
  if (data === undefined || data === null) return undefined
  const text = typeof data === 'string' ? scrubText(data) : JSON.stringify(scrubValue(data))
  return cutText(text, CLIENT_ERRORS.requestDataCharacters)
}

/** Length in UTF-8, as transferred. */
export const byteLength = (text: string) => new TextEncoder().encode(text).length
