import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/lib/messages.ts'

interface More {
  detail?: string
  /** Field name (dotted path) to what is wrong with it, in a sentence for the person. */
  fields?: Record<string, string>
  /** Milliseconds until a retry makes sense. */
  retryAfter?: number
  cause?: unknown
}

/**
 * An error answer. Thrown by services and hooks alike; one handler turns it into problem+json (RFC 9457, whose
 * `status` this carries). `message` is shown to people.
 */
export class Failure extends Error {
  override name = 'Failure'
  readonly status: number
  readonly code: string
  readonly more: Omit<More, 'cause'>

  constructor(status: number, code: string, message: string, { cause, ...more }: More = {}) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.more = more
  }
}

/**
 * Thrown by parsers of bodies. They run outside the context of the request, which has its language: the failure is
 * made when it is answered.
 */
export class UnreadableBody extends Error {
  readonly toFailure: () => Failure

  constructor(toFailure: () => Failure) {
    super('The body cannot be read.')
    this.toFailure = toFailure
  }
}

export const invalid = (code: string, message: string, more?: More) => new Failure(400, code, message, more)

/**
 * @param fields field name (dotted path) to what is wrong with it, in a sentence that a form shows beside the field
 */
export const invalidFields = (fields: Record<string, string>) =>
  invalid('invalid_input', m.problemFields(), { fields })

/** @throws Failure 400 unless every field is without an error */
export function assertValid(errors: Readonly<Record<string, string | undefined>>) {
  const wrong = Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong))
}

export const unauthenticated = (code: string, message: string, more?: More) =>
  new Failure(401, code, message, more)

export const forbidden = (code: string, message: string) => new Failure(403, code, message)

/** Used for hidden things too, so that missing and hidden look alike. */
export const notFound = (thing: string) =>
  new Failure(404, `${thing.replaceAll(' ', '_')}_not_found`, m.problemNotFound({ thing }))

export const conflict = (code: string, message: string, more?: More) => new Failure(409, code, message, more)

/**
 * The edit started from a version that is no longer the latest.
 * @param by author of the other edit: `own` for things that only their owner edits
 */
export const stale = (thing: string, by: 'another' | 'own' = 'another') =>
  new Failure(412, 'stale_version', by === 'own' ? m.problemStaleOwn({ thing }) : m.problemStale({ thing }), {
    detail: m.problemStaleDetail(),
  })

export const tooMany = (retryAfter: number, message = m.problemTooMany()) =>
  new Failure(429, 'rate_limited', message, { retryAfter })

export const unavailable = (code: string, message: string, more?: More) =>
  new Failure(503, code, message, { retryAfter: 3 * SECOND, ...more })
