import { ECDH, hash } from 'node:crypto'
import { isIP } from 'node:net'

import * as m from '#shared/notifications/messages.ts'
import type { PushSubscriptionKeys } from '#shared/notifications/push.ts'
import { invalidFields } from '#server/lib/failure.ts'

/** Id of an endpoint in the store. */
export const subscriptionIdOf = (endpoint: string) => hash('sha256', endpoint, 'base64url')

/**
 * A subscription comes from a browser, and the server sends requests to its endpoint: only https to a public host is
 * allowed. The address behind the name is checked when connecting (`lookUpPublic`).
 * @throws Failure 400
 */
export function assertUsable({ endpoint, keys }: PushSubscriptionKeys) {
  if (!isPublicUrl(endpoint)) throw invalidFields({ endpoint: m.pushEndpointRule() })
  if (!isPoint(keys.p256dh)) throw invalidFields({ 'keys.p256dh': m.pushKeyRule() })
}

function isPublicUrl(endpoint: string) {
  const url = URL.parse(endpoint)
  // After parsing, every spelling of an IPv4 address has its usual form.
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
