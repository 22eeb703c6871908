import { createHash } from 'node:crypto'

import { isSameSecret, shortKeyedHash } from '#server/lib/keyed-hash.ts'

/** An address has one invitation, no matter who sends it: the id is derived from the address. */
export const invitationId = (email: string) =>
  createHash('sha256').update(`invitation ${email}`).digest('hex')

/** A link can be shown again, and stored data does not contain it. */
export const createTokens =
  (secret: string) =>
  ({ id, linkKey }: { id: string; linkKey: string }) =>
    shortKeyedHash(secret, 'invitation', id, linkKey)

/** The proof in an emailed link, which no other link of the invitation has. Another sending has another one. */
export function createMailProofs(secret: string) {
  const proofOf = ({ id, email, sentAt }: { id: string; email: string; sentAt: string }) =>
    shortKeyedHash(secret, 'invitation-mail', id, email, sentAt)
  return {
    proofOf,
    isProof: (proof: string, invitation: Parameters<typeof proofOf>[0]) =>
      isSameSecret(proof, proofOf(invitation)),
  }
}

/** @param linkToken of a link, emailed or copied */
export function partsOf(linkToken: string) {
  const [token = '', proof = ''] = linkToken.split('.')
  return { token, proof }
}
