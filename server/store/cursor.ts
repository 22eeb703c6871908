import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

import { BadCursor, type Scalar } from './port.ts'

/** The end of a page: the ordered field's value (the id again, where the order is by id) and the id. */
export interface DocumentPosition {
  value: Scalar
  id: string
}

export interface CursorSeal {
  seal(position: DocumentPosition, query: string): string
  /** @throws BadCursor unless this cursor was sealed with the same secret for the same query */
  open(cursor: string, query: string): DocumentPosition
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MAX_LENGTH = 8192
const FOREIGN = 'The cursor was not made by this query'

/**
 * Encrypted, not only signed: the last document of a page may be hidden from the viewer, so its name must not be
 * readable in the cursor.
 */
export function createCursorSeal(secret: string): CursorSeal {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'store cursor', 32)))
  return {
    seal({ value, id }, query) {
      // Random, because several processes share the key.
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(query))
      const sealed = cipher.update(JSON.stringify([value, id]), 'utf8')
      cipher.final()
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },

    open(cursor, query) {
      const bytes = Buffer.from(cursor.slice(0, MAX_LENGTH), 'base64url')
      // Base64 has a second spelling for the same bytes; it was not made here either.
      if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== cursor)
        throw new BadCursor(FOREIGN)
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(query))
          .setAuthTag(bytes.subarray(-TAG_BYTES))
        const text =
          decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        const [value, id] = JSON.parse(text)
        return { value, id }
      } catch (cause) {
        throw new BadCursor(FOREIGN, { cause })
      }
    },
  }
}
