import { ECDH, hash } from 'node:crypto'
import { isIP } from 'node:net'

import type { PushSubscriptionKeys } from '#shared/push.ts'
import { invalidFields } from '#server/lib/failure.ts'

/** What names an endpoint in the store. */
export const subscriptionIdOf = (endpoint: string) => hash('sha256', endpoint, 'base64url')

/**
 * A subscription comes from a browser, and the server sends requests to its endpoint: only to a public host's https.
 * Where the name leads is checked when connecting (`lookUpPublic`).
 * @throws Failure 400
 */
export function assertUsable({ endpoint, keys }: PushSubscriptionKeys) {
  if (!isPublicUrl(endpoint)) throw invalidFields({ endpoint: 'This is not the address of a push service.' })
  if (!isPoint(keys.p256dh)) throw invalidFields({ 'keys.p256dh': 'This is not a key of a browser.' })
}

function isPublicUrl(endpoint: string) {
  const url = URL.parse(endpoint)
  // Parsed, every spelling of an IPv4 address has its usual form.
  const isName = url && isIP(url.hostname) === 0 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname)
  return Boolean(isName && url.protocol === 'https:' && !url.port && !url.username && !url.password)
}

function isPoint(p256dh: string) {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
