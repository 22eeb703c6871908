import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'
import { cutText, scrubText, scrubUrl, scrubValue } from '#shared/scrub.ts'

const { limits } = CLIENT_ERRORS
const LONGEST_METADATA_STRING = 1024

export interface ErrorContext {
  /** Where it was caught: `error`, `unhandledrejection`, `route error`, `crash`, `api`, `boot`. */
  type: string
  metadata?: Record<string, unknown>
  componentStack?: string | null | undefined
}

/** What an entry holds apart from the error itself. */
export interface Occasion {
  id: string
  /** Epoch milliseconds. */
  at: number
  url: string
  userAgent: string
  userId: string | undefined
}

export function createEntry(error: unknown, context: ErrorContext, occasion: Occasion): ClientErrorEntry {
  const { message, stack, requestId, metadata: ofError } = describe(error)
  const metadata = { ...ofError, ...context.metadata }
  const { componentStack } = context
  return {
    id: occasion.id,
    type: context.type,
    message: clean(message, limits.message),
    ...(stack && { stack: clean(stack, limits.stack) }),
    ...(componentStack && { componentStack: clean(componentStack, limits.componentStack) }),
    timestamp: new Date(occasion.at).toISOString(),
    userAgent: cutText(occasion.userAgent, limits.userAgent),
    url: cutText(scrubUrl(occasion.url), limits.url),
    ...(Object.keys(metadata).length > 0 && { metadata: fitMetadata(metadata) }),
    ...(occasion.userId && { userId: cutText(occasion.userId, limits.userId) }),
    ...(requestId && { requestId }),
  }
}

/** Scrubbed before it is cut, since half a secret no longer looks like one; a far longer text is cut before, too. */
const clean = (text: string, longest: number) => cutText(scrubText(cutText(text, 4 * longest)), longest)

interface Description {
  message: string
  stack?: string | undefined
  requestId?: string | undefined
  metadata?: Record<string, unknown>
}

/** Anything can be thrown, and errors of another frame are not `instanceof Error`: only the shape counts. */
function describe(error: unknown): Description {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const { name, message, stack, cause, requestId, status, statusText } = error as Record<string, unknown>
  if (typeof message !== 'string') {
    return { message: typeof statusText === 'string' ? `${String(status)} ${statusText}` : asJson(error) }
  }
  return {
    message,
    stack: typeof stack === 'string' ? stack : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    metadata: {
      ...(typeof name === 'string' && name !== 'Error' && { name }),
      ...(cause !== undefined && { cause: describe(cause).message }),
    },
  }
}

function asJson(value: object) {
  try {
    return JSON.stringify(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}

/** Without secrets and within the limit: long strings are cut shorter and shorter until the whole fits. */
function fitMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  const scrubbed = scrubValue(metadata)
  for (let longest = LONGEST_METADATA_STRING; longest >= 8; longest /= 2) {
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

/** In UTF-8, as it goes over the wire. */
export const byteLength = (text: string) => new TextEncoder().encode(text).length
