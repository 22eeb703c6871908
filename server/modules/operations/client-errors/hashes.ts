import { createHmac } from 'node:crypto'

import { networkOf } from '#server/lib/network.ts'

/** Keyed hashes, which replace what identifies a person in the log and in groups. */
export function createHashes(secret: string) {
  const keyedHash = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  return {
    keyedHash,
    /**
     * Equal for the same address in any capitalisation. Prefixed, because the log would otherwise contain signatures
     * of arbitrary texts, by a key that signs other things too.
     */
    emailHashOf: (email: string) => keyedHash(`client-error-user:${email.trim().toLowerCase()}`),
    networkHashOf: (address: string) =>
      keyedHash(`client-error-network:${wideNetworkOf(address)}`).slice(0, 16),
  }
}

/** The part of an address that its owner cannot choose freely: /24 of IPv4, /48 of IPv6. */
export const wideNetworkOf = (address: string) =>
  networkOf(address)
    .split(/(?=[.:])/)
    .slice(0, 3)
    .join('')
