interface More {
  detail?: string
  /** Field name (dotted path) to what is wrong with it, in a sentence for the person. */
  fields?: Record<string, string>
  /** Seconds until another try makes sense. */
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

export const invalid = (code: string, message: string, more?: More) => new Failure(400, code, message, more)

/** @param fields field name (dotted path) to what is wrong with it, in a sentence that a form shows beside the field */
export const invalidFields = (fields: Record<string, string>) =>
  invalid('invalid_input', 'Check the highlighted fields.', { fields })

export const unauthenticated = (code: string, message: string, more?: More) =>
  new Failure(401, code, message, more)

export const forbidden = (code: string, message: string, more?: More) => new Failure(403, code, message, more)

/** Also for what the viewer may not see: absent and hidden look alike. */
export const notFound = (thing: string) =>
  new Failure(
    404,
    `${thing.replaceAll(' ', '_')}_not_found`,
    `This ${thing} doesn’t exist or is no longer available.`,
  )

export const conflict = (code: string, message: string, more?: More) => new Failure(409, code, message, more)

/**
 * The edit started from a version that is no longer the latest.
 * @param by who can have made the other edit: `You` for what only its owner edits
 */
export const stale = (thing: string, by: 'Someone else' | 'You' = 'Someone else') =>
  new Failure(
    412,
    'stale_version',
    by === 'You'
      ? `You changed this ${thing} in another tab or on another device.`
      : `Someone else changed this ${thing}.`,
    { detail: 'Load the latest version and try again.' },
  )

export const tooMany = (retryAfter: number, message = 'Too many attempts. Try again in a moment.') =>
  new Failure(429, 'rate_limited', message, { retryAfter })

export const unavailable = (code: string, message: string, more?: More) =>
  new Failure(503, code, message, { retryAfter: 3, ...more })
