import { createHmac, timingSafeEqual } from 'node:crypto'

/** Characters of 132 bits, which nobody guesses. */
const SHORT_LENGTH = 22

/**
 * 256 bits in base64url that only the server can calculate, so that a secret is neither stored nor looked up.
 * @param secret of the server, at least 32 characters
 * @param parts the purpose first, so that no hash is valid for another one
 */
export const keyedHash = (secret: string, ...parts: readonly string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

/** The first 132 bits of a keyed hash, for links and codes that people see. */
export const shortKeyedHash = (...of: Parameters<typeof keyedHash>) => keyedHash(...of).slice(0, SHORT_LENGTH)

/** Takes the same time wherever the first difference is. */
export function isSameSecret(given: string, expected: string) {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
