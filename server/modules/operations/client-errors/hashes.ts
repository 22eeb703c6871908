import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i

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
    networkHashOf: (address: string) => keyedHash(`client-error-network:${networkOf(address)}`).slice(0, 16),
  }
}

/** The part of an address that its owner cannot choose freely: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(address)) return address.split('.', 3).join('.')
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, 3)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
