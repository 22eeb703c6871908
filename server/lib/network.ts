import { isIPv6 } from 'node:net'

const GROUPS = 8
/** 16-bit groups of a /64. */
const NETWORK_GROUPS = 4

/** The address of an IPv4 client, and the /64 of an IPv6 client, which is one household. */
export function networkOf(ip: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [before = '', after = ''] = ip.toLowerCase().split('%', 1)[0]!.split('::')
  const [first, last] = [before, after].map((part) => (part ? part.split(':') : [])) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, GROUPS - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
    .concat('::/64')
}
