import type { Explanation } from '#client/lib/explain-problem.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import * as m from '#shared/accounts/messages.ts'
import { STALE_CLIENT } from '#shared/lib/api-version.ts'

const inField = (field: string, message: () => string) => (): Explanation => ({
  fields: { [field]: message() },
})
const inGeneral = (message: () => string) => (): Explanation => ({ message: message() })

/** One message for three codes: a setting decides which one is sent, and it must not reveal who has an account. */
const NO_MATCH = inField('password', m.authNoMatch)
const DISABLED = inGeneral(m.authDisabled)

/** Messages for error codes, mostly the identity provider's. Shown beside a field if it is the cause. */
const EXPLANATIONS: Readonly<Record<string, () => Explanation>> = {
  'auth/invalid-credential': NO_MATCH,
  'auth/wrong-password': NO_MATCH,
  'auth/user-not-found': NO_MATCH,
  'auth/invalid-email': inField('email', m.emailInvalid),
  'auth/email-already-in-use': inField('email', m.authEmailInUse),
  'auth/weak-password': inField('password', m.authWeakPassword),
  'auth/password-does-not-meet-requirements': inField('password', m.authPasswordRequirements),
  'auth/too-many-requests': inGeneral(m.authTooMany),
  'auth/user-disabled': DISABLED,
  account_disabled: DISABLED,
  account_replaced: inGeneral(m.accountReplaced),
  'auth/user-token-expired': inGeneral(m.authExpired),
  'auth/network-request-failed': inGeneral(m.authNetwork),
  'auth/internal-error': inGeneral(m.authInternal),
  'auth/popup-blocked': inGeneral(m.authPopupBlocked),
  'auth/popup-closed-by-user': inGeneral(m.authPopupClosed),
  'auth/cancelled-popup-request': inGeneral(m.authPopupOther),
  'auth/user-cancelled': inGeneral(m.authNoEmail),
  'auth/user-mismatch': inGeneral(m.authMismatch),
  'auth/account-exists-with-different-credential': inGeneral(m.authHasPassword),
  'auth/credential-already-in-use': inGeneral(m.authGoogleTaken),
  'auth/web-storage-unsupported': inGeneral(m.authNoStorage),
  'auth/operation-not-allowed': inGeneral(m.authMethodOff),
  'auth/unauthorized-domain': inGeneral(m.authDomain),
  'auth/expired-action-code': inGeneral(m.authExpiredLink),
  'auth/invalid-action-code': inGeneral(m.authDeadLink),
}

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Whether the link can no longer be used, for any reason. */
export const isDeadLink = (error: unknown) =>
  ['auth/expired-action-code', 'auth/invalid-action-code', 'link_not_found'].includes(codeOf(error) ?? '')

export function explainAuth(error: unknown): Explanation {
  return EXPLANATIONS[codeOf(error) ?? '']?.() ?? explainProblem(error)
}

/** Messages by status, for refusals of our server after a successful sign-in at the identity provider. */
const SESSION_REFUSALS: Readonly<Record<number, () => string>> = {
  400: m.sessionUnreadable,
  401: m.sessionUnconfirmed,
  403: m.sessionWrongAddress,
  421: m.sessionWrongAddress,
  429: m.sessionTooMany,
  500: m.sessionInternal,
  503: m.sessionBusy,
}

/** @param error failure of the exchange of a sign-in for a session */
export function explainSession(error: unknown): string {
  if (error instanceof OfflineError) return m.sessionOffline({ reason: error.message })
  const isExplained = codeOf(error) === STALE_CLIENT || (codeOf(error) ?? '') in EXPLANATIONS
  if (!(error instanceof ProblemError) || isExplained) return explainAuth(error).message ?? m.sessionRefused()
  const refusal = SESSION_REFUSALS[error.status] ?? SESSION_REFUSALS[error.status >= 500 ? 500 : 0]
  return (refusal ?? m.sessionRefused)()
}
