import { isSameSecret, keyedHash } from '#server/lib/keyed-hash.ts'

import type { SignInCode } from './collection.ts'

const DIGITS = 6
/** 48 bits, so that every code is as likely as any other. */
const BYTES = 6

/** @param secret of the server, without which the store reveals no code */
export function createCodes(secret: string) {
  function codeOf({ id, key }: Pick<SignInCode, 'id' | 'key'>): string {
    const digest = Buffer.from(keyedHash(secret, 'sign-in-code', id, key), 'base64url')
    return String(digest.readUIntBE(0, BYTES) % 10 ** DIGITS).padStart(DIGITS, '0')
  }

  return {
    codeOf,

    /** @param entered with spaces or not */
    matches: (pending: Pick<SignInCode, 'id' | 'key'>, entered: string): boolean =>
      isSameSecret(entered.replaceAll(/[\s-]/g, ''), codeOf(pending)),
  }
}
