import { createHmac, timingSafeEqual } from 'node:crypto'

import type { SignInCode } from './collection.ts'

const DIGITS = 6
/** 48 bits, so that every code is as likely as any other. */
const BYTES = 6

/** @param secret of the server, without which the store reveals no code */
export function createCodes(secret: string) {
  function codeOf({ id, key }: Pick<SignInCode, 'id' | 'key'>): string {
    const digest = createHmac('sha256', secret)
      .update(JSON.stringify(['sign-in-code', id, key]))
      .digest()
    return String(digest.readUIntBE(0, BYTES) % 10 ** DIGITS).padStart(DIGITS, '0')
  }

  return {
    codeOf,

    /** @param entered with spaces or not */
    matches(pending: Pick<SignInCode, 'id' | 'key'>, entered: string): boolean {
      const digits = Buffer.from(entered.replaceAll(/[\s-]/g, ''))
      const code = Buffer.from(codeOf(pending))
      return digits.length === code.length && timingSafeEqual(digits, code)
    },
  }
}
