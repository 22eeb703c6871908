import { keyedHash, shortKeyedHash } from '#server/lib/keyed-hash.ts'
import { hashOfSecret } from '#server/lib/secret-links.ts'
import { guestIdOf } from '#shared/people/guest-id.ts'

/**
 * Keyed hashes: an address has one booking at an event, and neither ids nor counts reveal it.
 * @param secret of the server
 */
export function createGuestKeys(secret: string) {
  const linkOf = ({ id, linkKey }: { id: string; linkKey: string }) =>
    shortKeyedHash(secret, 'guest-link', id, linkKey)

  return {
    /** @param email in lower case */
    idOf: (eventId: string, email: string) => guestIdOf(shortKeyedHash(secret, 'guest', eventId, email)),
    /** Id of the visits of an address. */
    visitsOf: (email: string) => keyedHash(secret, 'guest-visits', email),
    linkOf,
    linkHashOf: (guest: { id: string; linkKey: string }) => hashOfSecret(linkOf(guest)),
  }
}

export type GuestKeys = ReturnType<typeof createGuestKeys>
