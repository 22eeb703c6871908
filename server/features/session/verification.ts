import { createHmac, timingSafeEqual } from 'node:crypto'

import { type Identity, IdentityError } from '#server/identity/port.ts'

import { sessionFailure, tokenFailure } from './failures.ts'

/** A keyed hash, and the account's id. */
const TOKEN = /^([A-Za-z0-9_-]{43})\.(\S{1,128})$/

interface Deps {
  secret: string
  identity: Pick<Identity, 'lookupUser' | 'verifyIdToken'>
}

/**
 * Tells a verification link that no longer works whether the account's email is verified, also in a browser that is not
 * signed in. The link carries a token that only the owner of the account gets, so nobody can ask about anyone else.
 */
export function createVerification({ secret, identity }: Deps) {
  const proofOf = (uid: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['verification', uid]))
      .digest('base64url')

  return {
    /** @throws Failure 401 for an invalid ID token, 503 when the provider is out of reach */
    async tokenOf(idToken: string): Promise<string> {
      try {
        const { uid } = await identity.verifyIdToken(idToken)
        return `${proofOf(uid)}.${uid}`
      } catch (error) {
        throw tokenFailure(error)
      }
    },

    /** False for an invalid token and for an account that no longer exists. @throws Failure 503 */
    async isVerified(token: string): Promise<boolean> {
      const [, proof, uid] = TOKEN.exec(token) ?? []
      if (proof === undefined || uid === undefined) return false
      if (!timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(uid)))) return false
      try {
        return (await identity.lookupUser(uid)).emailVerified
      } catch (error) {
        if (error instanceof IdentityError && error.kind === 'user_not_found') return false
        throw sessionFailure(error)
      }
    },
  }
}
