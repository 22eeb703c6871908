/** Version, trace id, parent id and flags, in lower case; later versions may have more after it. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:$|-)/
const MAX_LENGTH = 200

/**
 * The trace that a request belongs to, for the log. Undefined for an invalid header.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function traceOf(header: string | string[] | undefined) {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return undefined
  const [, traceId, parentSpanId] = TRACEPARENT.exec(header) ?? []
  // Version 00 has nothing after the flags.
  if (traceId === undefined || (header.startsWith('00') && header.length !== 55)) return undefined
  return { traceId, parentSpanId }
}
