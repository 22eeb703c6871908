import { createHash } from 'node:crypto'

import * as m from '#shared/lib/messages.ts'
import { conflict } from './failure.ts'

/** Requests are repeated only within minutes, so the latest are enough. */
const MAX_REMEMBERED = 100

interface Link {
  /** SHA-256 (hexadecimal) of the secret in the link. Undefined without a link. */
  secretHash?: string
  /** Hashes of earlier links, the latest last. */
  revokedHashes?: string[]
}

export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** The remaining fields of a link that was revoked or replaced. */
export const revoked = ({ secretHash, revokedHashes = [] }: Link): Pick<Link, 'revokedHashes'> =>
  secretHash === undefined
    ? { revokedHashes }
    : { revokedHashes: [...revokedHashes, secretHash].slice(-MAX_REMEMBERED) }

/**
 * A link's secret depends on the idempotency key alone, so that a late repetition of a request would bring back a
 * revoked link.
 * @throws Failure 409
 */
export function assertNotRevoked({ revokedHashes }: Link, secretHash: string) {
  if (revokedHashes?.includes(secretHash)) throw conflict('link_revoked', m.problemLink())
}
