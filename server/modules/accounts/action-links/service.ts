import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/accounts/messages.ts'
import type { OpenedLink } from '#shared/accounts/action-links.ts'
import { type ActionCode, type Identity, IdentityError, type IdentityUser } from '#server/identity/port.ts'
import type { RecordAudit } from '#server/modules/operations/audit/types.ts'
import type { People } from '#server/modules/people/module.ts'
import { sessionFailure } from '#server/modules/accounts/sessions/failures.ts'
import type { SessionService } from '#server/modules/accounts/sessions/service.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, forbidden, invalidFields, unavailable } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'
import type { Handover } from '#server/modules/accounts/handovers/collection.ts'
import type { Handovers, Link } from '#server/modules/accounts/handovers/handovers.ts'

interface Deps {
  identity: Identity
  store: Store
  clock: Clock
  audit: RecordAudit
  members: Pick<People['members'], 'find'>
  sessions: SessionService
  handovers: Handovers
}

/** Milliseconds within which a repeated command counts as a retry after a lost answer. */
const RETRIED_WITHIN = MINUTE
/** Milliseconds by which the provider's clock may be behind ours. */
const CLOCK_SKEW = 10 * SECOND

export type ActionLinkService = ReturnType<typeof createActionLinkService>

/**
 * Emailed links whose account may have been created by someone else. The code of a link shows that the person reads
 * the mail of the address, so that an account which never had a verified address passes to them: it is deleted and, if
 * they want one, created anew. No password, session, linked sign-in method or pending link of its creator survives.
 */
export function createActionLinkService({
  identity,
  store,
  clock,
  audit,
  members,
  sessions,
  handovers,
}: Deps) {
  const { accountOf } = sessions.verification

  /**
   * The provider may not know the code any more once its account is deleted, so that a hand-over is continued by what
   * was stored at its start.
   * @throws Failure 404
   */
  async function linkOf(code: string, ...actions: ActionCode['action'][]) {
    const begun = await handovers.ofCode(code)
    const read = begun ?? (await identity.readActionCode(code))
    const action = actions.find((each) => each === read?.action)
    if (!read || !action) throw deadLink()
    return { link: { email: read.email.toLowerCase(), code, action }, begun }
  }

  /** @throws Failure 404 for a link that was used before */
  function isRetry({ finishedAt }: Partial<Handover> = {}) {
    if (finishedAt !== undefined && clock() - Date.parse(finishedAt) >= RETRIED_WITHIN) throw deadLink()
    return finishedAt !== undefined
  }

  /** Takes an address from an account that has not verified it. */
  async function release(account: IdentityUser, memberEmail: string | undefined) {
    if (memberEmail) {
      // A member's account that was moved to an address of someone else: it gets back the one that it verified.
      await identity.updateUser(account.uid, { email: memberEmail, emailVerified: true })
      return
    }
    await identity.deleteUser(account.uid)
    await sessions.forget(account.uid)
  }

  /** Replaces every way to sign in to an account that was the person's before, so that its data stays. */
  async function secure(uid: string, password: string | undefined, requestId: string) {
    const fact = { action: 'session.ended_everywhere', actor: null, target: uid, requestId }
    await sessions.endSessionsOf(uid, fact)
    // Without one, the provider would drop the address too. No one knows the random one.
    const next = password ?? randomBytes(32).toString('base64url')
    await identity.updateUser(uid, { password: next, emailVerified: true })
    // Sign-ins of this second are refused, because the provider counts in seconds.
    await wait(SECOND - (clock() % SECOND))
    return uid
  }

  /** The unverified account of the address, and whether its data belongs to the person. */
  async function begin(link: Link) {
    const { owner, continuedFrom = Infinity } = await handovers.begin(link)
    const account = await accountOf(link.email)
    const member = account && (await members.find(account.uid))
    // An interrupted attempt has created it.
    const isNew = account?.emailVerified === true && account.createdAt >= continuedFrom - CLOCK_SKEW
    if (account && !isNew && (account.emailVerified || account.disabled)) {
      await handovers.abandon(link.email)
      throw account.disabled ? forbidden('account_disabled', m.authDisabled()) : alreadyVerified()
    }
    const isTheirs = account && (isNew || member?.email === link.email || owner === account.uid)
    return { account, formerEmail: member?.email, isTheirs }
  }

  /** @param password of the account from now on, undefined for none @returns the account's id */
  async function handOver(link: Link, password: string | undefined, requestId: string) {
    const { email } = link
    const { account, formerEmail, isTheirs } = await begin(link)
    if (account && !isTheirs) await release(account, formerEmail)
    const uid =
      account && isTheirs
        ? await secure(account.uid, password, requestId)
        : await identity.createUser({ email, password })
    // Someone has created another one in the meantime, which a repetition takes over too.
    if (!uid) throw unavailable('address_handover', m.handoverInProgress())
    await store.transact(async (tx) => {
      handovers.finish(tx, link, uid)
      const target = account?.uid ?? uid
      await audit({ action: 'account.taken_over', actor: uid, target, reason: link.action, requestId }, tx)
    })
    return uid
  }

  return {
    async opened(code: string): Promise<OpenedLink> {
      return answered(async () => {
        const link = await identity.readActionCode(code)
        if (!link) return {}
        const account = await accountOf(link.email)
        if (!account || account.emailVerified) return link
        const device = await sessions.firstDevice(account.uid, account.createdAt)
        return { ...link, unverified: { createdAt: isoInstant(account.createdAt), ...device } }
      })
    },

    /** @throws Failure 400, 403, 404 for a link that no longer works, 409 when the address is verified already */
    setPassword: (code: string, password: string, requestId: string) =>
      answered(async () => {
        const { link, begun } = await linkOf(code, 'verify_email', 'reset_password')
        const { email } = link
        if (isRetry(begun)) {
          // Two different ones may have been typed: the last one counts.
          if (begun?.owner) await identity.updateUser(begun.owner, { password })
          return { email }
        }
        if (!begun && link.action === 'reset_password' && (await accountOf(email))?.emailVerified) {
          if (!(await identity.resetPassword(code, password))) throw deadLink()
          return { email }
        }
        await handOver(link, password, requestId)
        return { email }
      }),

    /** @throws Failure 403, 404 for a link that no longer works, 409 when the address is verified already */
    disown: (code: string, requestId: string) =>
      answered(async () => {
        const { link, begun } = await linkOf(code, 'verify_email')
        if (isRetry(begun)) return
        const { account, formerEmail, isTheirs } = await begin(link)
        if (isTheirs) {
          await handovers.abandon(link.email)
          throw alreadyVerified()
        }
        if (account) await release(account, formerEmail)
        await store.transact(async (tx) => {
          handovers.finish(tx, link)
          const fact = { action: 'account.disowned', actor: null, requestId }
          if (account) await audit({ ...fact, target: account.uid }, tx)
        })
      }),

    /**
     * Gives an account its former address back. It counts as unverified until the person sets a new password: whoever
     * changed the address may know the present one, or may be the only one who ever had the account.
     * @throws Failure 404 for a link that no longer works
     */
    restore: (code: string, requestId: string) =>
      answered(async () => {
        const { link, begun } = await linkOf(code, 'recover_email')
        const { email } = link
        if (isRetry(begun)) return { email }
        await handovers.begin(link)
        if (!(await identity.applyActionCode(code)) && !begun) {
          await handovers.abandon(email)
          throw deadLink()
        }
        const account = await accountOf(email)
        if (!account) throw deadLink()
        const { uid } = account
        await identity.updateUser(uid, { emailVerified: false })
        const fact = { action: 'account.email_restored', actor: null, target: uid, requestId }
        await sessions.endSessionsOf(uid, fact)
        await store.transact(async (tx) => handovers.finish(tx, link, uid))
        return { email }
      }),

    /**
     * Passes the unverified account of an address to a person who has proved otherwise that they read its mail.
     * @returns the id of an account whose password no one knows, if it has one
     * @throws Failure 403, 409 when the address is verified already
     */
    takeOver: (proof: Link, requestId: string) => answered(() => handOver(proof, undefined, requestId)),

    deleteExpired: handovers.deleteExpired,
  }
}

const deadLink = () => new Failure(404, 'link_not_found', m.authDeadLink())
const alreadyVerified = () => conflict('already_verified', m.handoverVerified())

async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof IdentityError && error.kind === 'weak_password')
      throw invalidFields({ password: m.authPasswordRequirements() })
    throw sessionFailure(error)
  }
}
