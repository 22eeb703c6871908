import { createHash, createHmac } from 'node:crypto'

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
