import { createECDH } from 'node:crypto'

import type { EnvironmentReader } from './environment.ts'

/** The keys that identify this server to push services. */
export interface VapidKeys {
  /** `mailto:` or `https:`: contact by which push services reach the operator. */
  subject: string
  /** base64url */
  publicKey: string
  privateKey: string
}

export function readVapidKeys({ text }: EnvironmentReader): VapidKeys | undefined {
  const subject = text('VAPID_SUBJECT', '')
  const publicKey = text('VAPID_PUBLIC_KEY', '')
  const privateKey = text('VAPID_PRIVATE_KEY', '')
  return subject || publicKey || privateKey ? { subject, publicKey, privateKey } : undefined
}

/** RFC 8292. Checks that the private key matches the public one. */
export function* vapidProblems({ subject, publicKey, privateKey }: VapidKeys) {
  if (!/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(subject)) {
    yield 'VAPID_SUBJECT must be mailto: and an email address, or an https address.'
  }
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    if (pair.getPublicKey('base64url') === publicKey) return
  } catch {
    // One of them is not a valid key.
  }
  yield 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair that npx web-push generate-vapid-keys has made.'
}
