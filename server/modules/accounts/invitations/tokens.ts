import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const TOKEN_LENGTH = 22

/** An address has one invitation, no matter who sends it: the id is derived from the address. */
export const invitationId = (email: string) =>
  createHash('sha256').update(`invitation ${email}`).digest('hex')

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * 132 bits that only the server can calculate: a link can be shown again, and stored data does not contain it.
 * @param secret of the server, at least 32 characters
 */
export const createTokens =
  (secret: string) =>
  ({ id, linkKey }: { id: string; linkKey: string }) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['invitation', id, linkKey]))
      .digest('base64url')
      .slice(0, TOKEN_LENGTH)

/**
 * The proof in an emailed link, which no other link of the invitation has. Another sending has another one.
 * @param secret of the server, at least 32 characters
 */
export function createMailProofs(secret: string) {
  const proofOf = ({ id, email, sentAt }: { id: string; email: string; sentAt: string }) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['invitation-mail', id, email, sentAt]))
      .digest('base64url')
      .slice(0, TOKEN_LENGTH)
  return {
    proofOf,
    isProof: (proof: string, invitation: Parameters<typeof proofOf>[0]) =>
      proof.length === TOKEN_LENGTH && timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(invitation))),
  }
}

/** @param linkToken of a link, emailed or copied */
export function partsOf(linkToken: string) {
  const [token = '', proof = ''] = linkToken.split('.')
  return { token, proof }
}
