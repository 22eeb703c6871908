import { emailRule } from '#shared/accounts/messages.ts'
import * as m from '#shared/admin/messages.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type { VerificationAnswer } from '#shared/admin/members.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Notifications } from '#server/modules/notifications/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, tooMany } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  accounts: Accounts
  notifications: Notifications
}

/** Emails per hour, to one address and by one admin. */
const PER_ADDRESS = 3
const PER_ADMIN = 30

const ACTION = 'member.verification_resent'
/** The provider knows whether such an address exists. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/**
 * Sends a verification link to a person who signed up and has not verified the address. They are not a member yet,
 * so the account is found by its address, at the identity provider (decision 015).
 */
export type VerificationMailer = ReturnType<typeof createVerificationMailer>

export function createVerificationMailer(deps: Deps) {
  const { store, clock, newId, operations, accounts, notifications } = deps
  const { audit } = operations
  const emails = notifications.verificationEmails

  /** @throws Failure 429 */
  async function assertBelowLimit(
    tx: Pick<Transaction, 'find'>,
    by: { actor: string } | { target: string },
    limit: number,
  ) {
    const now = clock()
    const since = isoInstant(now - HOUR)
    const times = await audit.timesOf(tx, { action: ACTION, ...by }, { since, limit })
    if (times.length < limit) return
    const wait = Date.parse(times.at(-1) ?? '') + HOUR - now
    throw tooMany(wait, 'target' in by ? m.resendAddressLimit({ limit }) : m.resendLimit({ limit }))
  }

  return {
    /**
     * @param key the same when a request is repeated because its response was lost: the email is then sent once
     * @throws Failure 400 for an invalid address, 409 when no emails are sent, 429, 503 while the provider is
     * unreachable
     */
    async resend(
      { id: actor, sessionHash }: Actor,
      given: string,
      key = newId(),
    ): Promise<VerificationAnswer> {
      if (!emails.sendsEmail) throw conflict('email_unavailable', m.resendUnavailable())
      const address = oneLine(given).toLowerCase()
      if (!EMAIL.test(address)) throw invalidFields({ email: emailRule() })
      const account = await accounts.sessions.verification.accountOf(address)
      if (!account) return { outcome: 'noAccount' }
      if (account.disabled) return { outcome: 'disabled' }
      if (account.emailVerified) return { outcome: 'verified' }
      const { uid: target } = account
      await store.transact(async (tx) => {
        const email = { accountId: target, address, key: joinedId(actor, key) }
        if (await emails.isQueued(tx, email)) return
        await assertBelowLimit(tx, { target }, PER_ADDRESS)
        await assertBelowLimit(tx, { actor }, PER_ADMIN)
        emails.queue(tx, email)
        await audit.record({ action: ACTION, actor, target, sessionHash }, tx)
      })
      return { outcome: 'sent' }
    },
  }
}
