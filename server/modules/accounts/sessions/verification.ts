import { paths } from '#shared/lib/paths.ts'
import { type Identity, IdentityError, type IdentityUser } from '#server/identity/port.ts'
import { isSameSecret, keyedHash } from '#server/lib/keyed-hash.ts'
import { sessionFailure, tokenFailure } from './failures.ts'

/** A keyed hash, and the account's id. */
const TOKEN = /^([A-Za-z0-9_-]{43})\.(\S{1,128})$/

interface Deps {
  secret: string
  identity: Pick<Identity, 'createVerificationCode' | 'lookupUser' | 'lookupUserByEmail' | 'verifyIdToken'>
}

/**
 * Answers whether the email of a verification link's account is verified once the link no longer works, even in a
 * browser without a session. The link carries a token that only the owner of the account gets, so that no one can
 * ask about others.
 */
export function createVerification({ secret, identity }: Deps) {
  const proofOf = (uid: string) => keyedHash(secret, 'verification', uid)

  const tokenFor = (uid: string) => `${proofOf(uid)}.${uid}`

  return {
    /** @throws Failure 401 for an invalid ID token, 503 when the provider is unreachable */
    async tokenOf(idToken: string): Promise<string> {
      try {
        const { uid } = await identity.verifyIdToken(idToken)
        return tokenFor(uid)
      } catch (error) {
        throw tokenFailure(error)
      }
    },

    /** False for an invalid token and for an account that no longer exists. @throws Failure 503 */
    async isVerified(token: string): Promise<boolean> {
      const [, proof, uid] = TOKEN.exec(token) ?? []
      if (proof === undefined || uid === undefined || !isSameSecret(proof, proofOf(uid))) return false
      try {
        return (await ifFound(identity.lookupUser(uid)))?.emailVerified ?? false
      } catch (error) {
        throw sessionFailure(error)
      }
    },

    /** Undefined if no one signed up with this address. @throws Failure 503 */
    async accountOf(email: string): Promise<IdentityUser | undefined> {
      try {
        return await ifFound(identity.lookupUserByEmail(email))
      } catch (error) {
        throw sessionFailure(error)
      }
    },

    /**
     * The path of a new link that verifies the account's address, as the browser requests one. Undefined if it is
     * obsolete: the account is verified, disabled or deleted, or has another address.
     * @throws IdentityError
     */
    async newLink(uid: string, address: string): Promise<string | undefined> {
      const user = await ifFound(identity.lookupUser(uid))
      if (!user || user.emailVerified || user.disabled || user.email !== address) return undefined
      const query = new URLSearchParams({
        mode: 'verifyEmail',
        oobCode: await identity.createVerificationCode(address),
        continueUrl: `${paths.onboarding}?${new URLSearchParams({ account: tokenFor(uid) })}`,
      })
      return `${paths.verification}?${query}`
    },
  }
}

async function ifFound(lookup: Promise<IdentityUser>): Promise<IdentityUser | undefined> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof IdentityError && error.kind === 'user_not_found') return undefined
    throw error
  }
}
