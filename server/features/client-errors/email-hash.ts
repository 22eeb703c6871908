import { createHmac } from 'node:crypto'

/**
 * Replaces an email in the log: equal for the same address, however it is capitalised. Prefixed, or the log would hold
 * signatures of texts that anyone may choose, by a key that signs other things too.
 */
export const createEmailHash = (secret: string) => (email: string) =>
  createHmac('sha256', secret).update(`client-error-user:${email.trim().toLowerCase()}`).digest('hex')
