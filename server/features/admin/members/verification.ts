import type { VerificationAnswer } from '#shared/admin-members.ts'
import type { RecordAudit, TimesOf } from '#server/features/audit/types.ts'
import type { VerificationEmails } from '#server/features/emails/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { IdentityUser } from '#server/identity/port.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, tooMany } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { oneLine } from '#server/lib/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  audit: RecordAudit
  timesOf: TimesOf
  /** Undefined where there is none. @throws Failure 503 */
  accountOf: (email: string) => Promise<IdentityUser | undefined>
  emails: VerificationEmails
}

const HOUR = 60 * 60_000
/** Emails in an hour: to one address, and by one admin. */
const PER_ADDRESS = 3
const PER_ADMIN = 30

const ACTION = 'member.verification_resent'
/** The provider knows whether there is such an address. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/**
 * Sends a verification link to someone who signed up and has not verified the address. They are no member yet: the account
 * is found by its address, at the identity provider (decision 077).
 */
export function createVerificationResending(deps: Deps) {
  const { store, clock, newId, audit, timesOf, accountOf, emails } = deps

  /** @throws Failure 429 */
  async function assertBelowLimit(
    tx: Pick<Transaction, 'find'>,
    by: { actor: string } | { target: string },
    limit: number,
  ) {
    const now = clock()
    const since = isoInstant(now - HOUR)
    const times = await timesOf(tx, { action: ACTION, ...by }, { since, limit })
    if (times.length < limit) return
    const wait = Math.max(1, Math.ceil((Date.parse(times.at(-1) ?? '') + HOUR - now) / 1_000))
    throw tooMany(
      wait,
      'target' in by
        ? `This address got ${limit} verification emails within an hour. Try again later.`
        : `You sent ${limit} verification emails within an hour. Try again later.`,
    )
  }

  return {
    /**
     * @param key the same when a request is repeated because its response was lost: the email is then sent once
     * @throws Failure 400 for what is no address, 409 where no emails are sent, 429, 503 while the provider is out of reach
     */
    async resend(
      { id: actor, sessionHash }: Actor,
      given: string,
      key = newId(),
    ): Promise<VerificationAnswer> {
      if (!emails.sendsEmail) throw conflict('email_unavailable', 'This server doesn’t send emails.')
      const address = oneLine(given).toLowerCase()
      if (!EMAIL.test(address)) throw invalidFields({ email: 'Enter an email address like ada@example.org.' })
      const account = await accountOf(address)
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
        await audit({ action: ACTION, actor, target, sessionHash }, tx)
      })
      return { outcome: 'sent' }
    },
  }
}
