import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/accounts/messages.ts'
import type { Identity, TokenClaims } from '#server/identity/port.ts'
import type { RecordAudit } from '#server/modules/operations/audit/types.ts'
import { conflict } from '#server/lib/failure.ts'

interface Deps {
  identity: Pick<Identity, 'lookupUser' | 'deleteUser'>
  audit: RecordAudit
  isMember: (uid: string) => Promise<boolean>
  forgetSessions: (uid: string) => Promise<void>
}

/** Milliseconds from the creation of an account by a sign-in with Google to the time of that sign-in. */
const SAME_SIGN_IN = 3 * SECOND

/**
 * A sign-in with Google joins an account that has the same address, whoever created it. Its creator may have a token of
 * the same second, or an emailed link that moves the account elsewhere, so the account is deleted, and the browser
 * signs in again to a new one. A person who has not become a member yet loses nothing by that.
 */
export const createUnprovenAccounts =
  ({ identity, audit, isMember, forgetSessions }: Deps) =>
  /** @throws Failure 409 */
  async ({ uid, authTime, method, emailVerified }: TokenClaims, requestId: string) => {
    if (method !== 'google.com' || !emailVerified || (await isMember(uid))) return
    const { createdAt } = await identity.lookupUser(uid)
    if (createdAt > authTime - SAME_SIGN_IN) return
    await identity.deleteUser(uid)
    await forgetSessions(uid)
    await audit({ action: 'account.taken_over', actor: null, target: uid, reason: 'google', requestId })
    throw conflict('account_replaced', m.accountReplaced())
  }
