import type { AddressInfo } from 'node:net'

/** The port on which a server listens. @throws if it listens on none */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}
