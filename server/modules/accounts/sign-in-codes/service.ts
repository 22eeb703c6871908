import { randomBytes } from 'node:crypto'

import * as m from '#shared/accounts/messages.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { language } from '#shared/lib/language/current.ts'
import type { Identity } from '#server/identity/port.ts'
import type { ActionLinkService } from '#server/modules/accounts/action-links/service.ts'
import { sessionFailure } from '#server/modules/accounts/sessions/failures.ts'
import type { SessionService } from '#server/modules/accounts/sessions/service.ts'
import type { Platform } from '#server/modules/platform.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { Failure, forbidden, invalidFields, unavailable } from '#server/lib/failure.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import type { Transaction } from '#server/store/port.ts'

import { createCodes } from './codes.ts'
import { codeIdOf, codeRequests, signInCodes } from './collection.ts'
import { createRequestLimits } from './request-limits.ts'
import type { RequestedCode } from './types.ts'

interface Deps extends Pick<Platform, 'config' | 'store' | 'clock' | 'mailer'> {
  identity: Identity
  sessions: Pick<SessionService, 'authenticate' | 'evict' | 'verification'>
  actionLinks: Pick<ActionLinkService, 'takeOver'>
}

/** Milliseconds for which a code works. */
export const CODE_LIFETIME = 10 * MINUTE
export const CODE_TRIES = 5
const BROWSER_BYTES = 32
const KEY_BYTES = 16
/** Accounts of an address that others create or remove while its owner signs in. */
const ATTEMPTS = 3

export type SignInCodeService = ReturnType<typeof createSignInCodeService>

/**
 * Sign-in with six digits by email. A code verifies the address, and an unverified account that someone else has
 * created with it changes hands (decision 137). It ends in a token of the identity provider, so that the session
 * begins as after every other sign-in.
 */
export function createSignInCodeService(deps: Deps) {
  const { config, store, clock, mailer, identity, sessions, actionLinks } = deps
  const { codeOf, matches } = createCodes(config.secret)
  const count = createRequestLimits({ secret: config.secret, clock })
  const requested = createSubscribers<[tx: Transaction, code: RequestedCode]>()
  let isOffered = config.signInCodes && mailer !== undefined

  function assertOffered() {
    if (!isOffered) throw forbidden('codes_off', m.codesOff())
  }

  /** Uses up the code, or one of its tries: concurrent calls of all replicas get a code once. */
  const take = (browser: string, entered: string) =>
    store.transact(async (tx) => {
      const pending = await tx.get(signInCodes, codeIdOf(browser))
      if (!pending || Date.parse(pending.expiresAt) <= clock()) return 'dead'
      const isRight = matches(pending, entered)
      const wrongTries = pending.wrongTries + 1
      if (isRight || wrongTries >= CODE_TRIES) tx.delete(signInCodes, pending.id)
      else tx.put(signInCodes, { ...pending, wrongTries })
      if (isRight) return pending
      return wrongTries >= CODE_TRIES ? 'dead' : 'wrong'
    })

  /** The account to which the browser is signed in, whose password its person has set or entered there. */
  async function signedInAs(cookie: string | undefined) {
    if (cookie === undefined) return undefined
    try {
      return (await sessions.authenticate(cookie, { fresh: true })).claims.uid
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return undefined
      throw error
    }
  }

  /** The verified account of an address whose mail the person reads. */
  async function accountOf(
    { id, email }: { id: string; email: string },
    own: string | undefined,
    requestId: string,
  ) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const account = await sessions.verification.accountOf(email)
      if (account?.disabled) throw forbidden('account_disabled', m.authDisabled())
      if (account?.emailVerified) return account.uid
      if (account && account.uid === own) {
        // With the address, which the account may have left in the meantime.
        await identity.updateUser(own, { email, emailVerified: true })
        sessions.evict(own)
        return own
      }
      if (account) return actionLinks.takeOver({ email, code: id, action: 'sign_in_code' }, requestId)
      const uid = await identity.createUser({ email })
      if (uid !== undefined) return uid
    }
    throw unavailable('address_handover', m.handoverInProgress())
  }

  return {
    /** Called in the transaction that stores a code. */
    onRequested: requested.subscribe,

    /** Asks once whether the server's credentials can sign tokens. @returns whether people can sign in with codes */
    async prepare(): Promise<boolean> {
      isOffered &&= await identity.canSignTokens()
      return isOffered
    },

    /**
     * Emails a code to any address. No account is looked up, so that neither the answer nor its time depends on one.
     * @returns the value of the cookie to which the code is bound
     * @throws Failure 403 without codes, 429
     */
    async request(given: string, ip: string): Promise<string> {
      assertOffered()
      const email = given.toLowerCase()
      const browser = randomBytes(BROWSER_BYTES).toString('base64url')
      const id = codeIdOf(browser)
      const key = randomBytes(KEY_BYTES).toString('base64url')
      await store.transact(async (tx) => {
        await count(tx, email, ip)
        const at = clock()
        tx.create(signInCodes, { id, email, key, wrongTries: 0, expiresAt: isoInstant(at + CODE_LIFETIME) })
        await requested.emit(tx, { id, email, language: language(), at })
      })
      return browser
    },

    /** Content of the email; undefined once the code no longer works. */
    async toSend(id: string): Promise<{ code: string } | undefined> {
      const pending = await store.get(signInCodes, id)
      return pending && Date.parse(pending.expiresAt) > clock() ? { code: codeOf(pending) } : undefined
    },

    /**
     * @returns a token of the identity provider
     * @throws Failure 400 for a wrong code, 403, 404 when no code of this browser works any more, 503
     */
    async use(
      entered: string,
      {
        browser,
        sessionCookie,
        requestId,
      }: Record<'browser' | 'sessionCookie', string | undefined> & { requestId: string },
    ): Promise<{ token: string }> {
      assertOffered()
      const taken = browser === undefined ? 'dead' : await take(browser, entered)
      if (taken === 'wrong') throw invalidFields({ code: m.codeWrong() })
      if (taken === 'dead') throw new Failure(404, 'code_not_found', m.codeDead())
      try {
        const uid = await accountOf(taken, await signedInAs(sessionCookie), requestId)
        return { token: await identity.createSignInToken(uid) }
      } catch (error) {
        throw sessionFailure(error)
      }
    },

    async deleteExpired(): Promise<void> {
      const now = isoInstant(clock())
      await deleteBefore(store, signInCodes, 'expiresAt', now)
      await deleteBefore(store, codeRequests, 'expiresAt', now)
    },
  }
}

export const signInCodesAccountData = {
  name: 'signInCodes',
  collections: [signInCodes, codeRequests],
  exportOf: 'Of an address for ten minutes, and hashed for a day.',
  forget: 'Expires after ten minutes, and holds nothing but the address.',
}
