import { CLIENT_ERRORS } from '#shared/constants.ts'
import { cutText, scrubText, scrubValue } from '#shared/scrub.ts'

import { byteLength } from './text.ts'

const LONGEST_STRING = 1024

/** Without secrets and within the limit: long strings are cut shorter and shorter until the whole fits. */
export function fitMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  const clean = scrubValue(metadata)
  for (let longest = LONGEST_STRING; longest >= 8; longest /= 2) {
    const json = JSON.stringify(clean, (_key, value) =>
      typeof value === 'string' ? cutText(value, longest) : value,
    )
    if (byteLength(json) <= CLIENT_ERRORS.limits.metadataBytes) return JSON.parse(json)
  }
  return { cut: true }
}

/** What was sent with a failed call, as text of at most 500 characters. */
export function requestDataText(data: unknown): string | undefined {
  if (data === undefined || data === null) return undefined
  const text = typeof data === 'string' ? scrubText(data) : JSON.stringify(scrubValue(data))
  return cutText(text, CLIENT_ERRORS.requestDataCharacters)
}
