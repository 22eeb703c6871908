import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-special-registry */
const NOT_PUBLIC = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Includes translated and tunnelled addresses, which may lead to private ones.
  ipv6: [
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
} as const

/** Separate lists, because `check` would compare ranges of the other family by their mapped form. */
const blockLists = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const range of NOT_PUBLIC[family]) {
    const [network = '', bits] = range.split('/')
    blockLists[family].addSubnet(network, Number(bits), family)
  }
}

/** Whether an address belongs to the public internet: not this machine, a private network, or a reserved range. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  return isIP(address) !== 0 && !blockLists[family].check(address, family)
}

/**
 * Look-up for agents that connect to hosts which others have chosen: resolves to public addresses only, and the
 * connection uses the checked address, so that a name cannot change its address in between. It is not called for hosts
 * that are addresses.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const found = addresses.filter(({ address }) => isPublicAddress(address))
    if (found.length === 0) return callback(new Error(`${hostname} has no public address.`), '')
    if (options.all) return callback(null, found)
    return callback(null, found[0]!.address, found[0]!.family)
  })
}
