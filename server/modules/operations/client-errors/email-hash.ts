import { createHmac } from 'node:crypto'

/**
 * Replaces an email in the log: equal for the same address in any capitalisation. Prefixed, because the log would
 * otherwise contain signatures of arbitrary texts, by a key that signs other things too.
 */
export const createEmailHash = (secret: string) => (email: string) =>
  createHmac('sha256', secret).update(`client-error-user:${email.trim().toLowerCase()}`).digest('hex')
