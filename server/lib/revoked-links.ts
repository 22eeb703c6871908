import { conflict } from './failure.ts'

/** A request is repeated within minutes, so that the latest are enough. */
const MAX_REMEMBERED = 100

interface Link {
  /** SHA-256 (hexadecimal) of the secret in the link, while there is one. */
  secretHash?: string
  /** Those of earlier links, the latest last. */
  revokedHashes?: string[]
}

/** What remains of a link that was revoked or replaced. */
export const revoked = ({ secretHash, revokedHashes = [] }: Link): Pick<Link, 'revokedHashes'> =>
  secretHash === undefined
    ? { revokedHashes }
    : { revokedHashes: [...revokedHashes, secretHash].slice(-MAX_REMEMBERED) }

/**
 * A link's secret depends on the idempotency key alone, so that a request that is repeated late would bring back a link
 * that was revoked.
 * @throws Failure 409
 */
export function assertNotRevoked({ revokedHashes }: Link, secretHash: string) {
  if (revokedHashes?.includes(secretHash))
    throw conflict('link_revoked', 'This link was revoked or replaced. Create a new one.')
}
