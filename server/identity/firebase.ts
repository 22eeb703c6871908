import { randomUUID } from 'node:crypto'
import { Agent } from 'node:https'
import DataLoader from 'dataloader'
import { type Credential, initializeApp } from 'firebase-admin/app'
import type { DecodedIdToken, UserRecord } from 'firebase-admin/auth'

import { SECOND } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'

import { createActionCodes } from './action-codes.ts'
import { assertCanonical, readClaims } from './claims.ts'
import { toIdentityError } from './errors.ts'
import { type Identity, IdentityError, type IdentityErrorKind, type IdentityUser } from './port.ts'
import { openAuth, replaceKeyFetcher } from './sdk.ts'
import { createSigningKeys } from './signing-keys.ts'

/** Milliseconds between two calls that look users up; callers in between share the next one. */
const LOOKUP_INTERVAL = 10
/** Users per lookup call: a limit of the Admin SDK. */
const MAX_USERS = 100

interface Options {
  projectId: string
  clock: Clock
  /** Key of the browsers, and the site from which a restricted key accepts calls. */
  apiKey?: string | undefined
  origin?: string | undefined
  /** host:port. Unsigned tokens are accepted only if it is set, whatever the environment variables are. */
  authEmulatorHost?: string | undefined
  httpAgent?: Agent
  /** Credential for Google; application default credentials unless given. */
  credential?: Credential
  /** Milliseconds that each call may take before it counts as an outage. */
  deadline?: number
}

export function createFirebaseIdentity({
  projectId,
  clock,
  apiKey = '',
  origin = '',
  authEmulatorHost,
  httpAgent = new Agent({ keepAlive: true, maxSockets: 64 }),
  credential,
  deadline = 3 * SECOND,
}: Options): Identity {
  // The emulator speaks plain http, which an agent for TLS refuses.
  const transport = authEmulatorHost ? {} : { httpAgent }
  const app = initializeApp({ projectId, ...transport, ...(credential && { credential }) }, randomUUID())
  const auth = openAuth(app, authEmulatorHost)
  const keySources = (['sessionCookieVerifier', 'idTokenVerifier'] as const).map((verifier) =>
    replaceKeyFetcher(auth, verifier, (url) => createSigningKeys({ url, httpAgent, clock, deadline })),
  )

  const actionCodes = createActionCodes({ apiKey, origin, authEmulatorHost, httpAgent, deadline })

  const remote = <T>(call: Promise<T>) => answered(call, deadline)
  const verified = async (token: string, verify: (token: string) => Promise<DecodedIdToken>) => {
    assertCanonical(token)
    // Apart from coded errors, the SDK throws here only a parser's complaints about a hostile token.
    return readClaims(await answered(verify(token), deadline, 'invalid'), clock())
  }

  async function lookupUsers(uids: readonly string[]): Promise<ReadonlyMap<string, IdentityUser>> {
    const { users } = await remote(auth.getUsers(uids.map((uid) => ({ uid }))))
    return new Map(users.map((user) => [user.uid, toUser(user)]))
  }

  let nextLookupAt = 0
  const users = new DataLoader<string, IdentityUser>(
    async (uids: readonly string[]) => {
      const found = await lookupUsers(uids)
      return uids.map((uid) => found.get(uid) ?? new IdentityError('user_not_found'))
    },
    {
      // The callers cache users, because they know for how long a record is valid.
      cache: false,
      maxBatchSize: MAX_USERS,
      batchScheduleFn(send) {
        const delay = Math.max(0, nextLookupAt - performance.now())
        nextLookupAt = performance.now() + delay + LOOKUP_INTERVAL
        setTimeout(send, delay)
      },
    },
  )
  const lookupUser = (uid: string) => users.load(uid)

  return {
    lookupUser,
    lookupUsers,

    lookupUserByEmail: async (email) => toUser(await remote(auth.getUserByEmail(email))),

    // Only the code is used: the link itself leads to the address in the project's console.
    async createVerificationCode(email) {
      const link = await remote(auth.generateEmailVerificationLink(email))
      const code = URL.parse(link)?.searchParams.get('oobCode')
      if (!code) throw new IdentityError('unavailable', { cause: 'no code' })
      return code
    },

    // The SDK's own revocation check would mix errors of the lookup with those of the token.
    async verifyIdToken(idToken) {
      const claims = await verified(idToken, (token) => auth.verifyIdToken(token))
      const user = await lookupUser(claims.uid)
      if (user.disabled) throw new IdentityError('disabled')
      if (claims.authTime < user.tokensValidAfter) throw new IdentityError('revoked')
      return claims
    },

    verifySessionCookie: (cookie) => verified(cookie, (token) => auth.verifySessionCookie(token)),

    mintSessionCookie: (idToken, maxAge) => remote(auth.createSessionCookie(idToken, { expiresIn: maxAge })),

    revokeRefreshTokens: (uid) => remote(auth.revokeRefreshTokens(uid)),

    ...actionCodes,

    async createUser(account) {
      try {
        const { email, password } = account
        const withPassword = password !== undefined && { password }
        return (await remote(auth.createUser({ email, ...withPassword, emailVerified: true }))).uid
      } catch (error) {
        const { cause } = error as { cause?: { code?: string } }
        if (cause?.code === 'auth/email-already-exists') return undefined
        throw error
      }
    },

    async updateUser(uid, change) {
      const methods = change.password ? (await remote(auth.getUser(uid))).providerData : []
      const others = methods.map(({ providerId }) => providerId).filter((id) => id !== 'password')
      await remote(
        auth.updateUser(uid, { ...change, ...(others.length > 0 && { providersToUnlink: others }) }),
      )
    },

    createSignInToken: (uid) => remote(auth.createCustomToken(uid)),

    async canSignTokens() {
      try {
        await remote(auth.createCustomToken('test'))
        return true
      } catch (error) {
        return !CANNOT_SIGN.includes((error as { cause?: { code?: string } }).cause?.code ?? '')
      }
    },

    async deleteUser(uid) {
      try {
        await remote(auth.deleteUser(uid))
      } catch (error) {
        if (!(error instanceof IdentityError && error.kind === 'user_not_found')) throw error
      }
    },

    async ping() {
      const asked: Promise<unknown> = authEmulatorHost
        ? fetch(`http://${authEmulatorHost}/`)
        : Promise.all(keySources.map((keys) => keys.fetchPublicKeys()))
      await remote(asked)
    },
  }
}

/** The credentials have no private key, and either no account is known or it may not sign with it. */
const CANNOT_SIGN = ['auth/invalid-credential', 'auth/insufficient-permission']

const toUser = (user: UserRecord): IdentityUser => ({
  uid: user.uid,
  email: user.email,
  emailVerified: user.emailVerified,
  disabled: user.disabled,
  createdAt: timeOf(user.metadata.creationTime),
  hasPassword: user.providerData.some(({ providerId }) => providerId === 'password'),
  tokensValidAfter: timeOf(user.tokensValidAfterTime),
  lastSignInAt: timeOf(user.metadata.lastSignInTime),
})

const timeOf = (text: string | undefined) => (text ? Date.parse(text) : 0)

/** @param uncoded meaning of an error without a code */
async function answered<T>(call: Promise<T>, deadline: number, uncoded: IdentityErrorKind = 'unavailable') {
  const inTime = startDeadline(deadline, () => new IdentityError('unavailable', { cause: 'deadline' }))
  try {
    return await inTime(call)
  } catch (error) {
    throw toIdentityError(error, uncoded)
  }
}
