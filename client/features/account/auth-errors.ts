import type { Explanation } from '#client/lib/use-form.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { STALE_CLIENT } from '#shared/constants.ts'

const inField = (field: string, message: string): Explanation => ({ fields: { [field]: message } })
const inGeneral = (message: string): Explanation => ({ message })

/** One message for three codes: which one is sent depends on a setting, and must not reveal who has an account. */
const NO_MATCH = inField('password', 'Wrong email or password.')
const DISABLED = inGeneral('This account has been disabled. Contact an admin of your network.')
const DEAD_LINK = 'This link was already used, is incomplete, or was replaced by a newer one.'

/** Messages for error codes, mostly the identity provider's, beside a field where one is the cause. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  'auth/invalid-credential': NO_MATCH,
  'auth/wrong-password': NO_MATCH,
  'auth/user-not-found': NO_MATCH,
  'auth/invalid-email': inField('email', 'Enter a valid email.'),
  'auth/email-already-in-use': inField(
    'email',
    'This email already has an account. Sign in or reset your password.',
  ),
  'auth/weak-password': inField('password', 'This password is too easy to guess. Choose a longer one.'),
  'auth/password-does-not-meet-requirements': inField(
    'password',
    'Choose a longer password, with letters, numbers and symbols.',
  ),
  'auth/too-many-requests': inGeneral('Too many attempts. Try again in a moment.'),
  'auth/user-disabled': DISABLED,
  account_disabled: DISABLED,
  'auth/user-token-expired': inGeneral('Your session has expired. Sign in again.'),
  'auth/network-request-failed': inGeneral(
    'Can’t reach the sign-in service. Check your connection and try again.',
  ),
  'auth/internal-error': inGeneral('The sign-in service isn’t working right now. Try again in a moment.'),
  'auth/popup-blocked': inGeneral('Your browser blocked the Google window.'),
  'auth/popup-closed-by-user': inGeneral(
    'The Google window was closed before you finished. Nothing has changed.',
  ),
  'auth/cancelled-popup-request': inGeneral('Another Google window is open. Continue there.'),
  'auth/user-cancelled': inGeneral('Google didn’t share your email, so we can’t sign you in with it.'),
  'auth/user-mismatch': inGeneral('That’s a different account. Choose the one you’re signed in with.'),
  'auth/account-exists-with-different-credential': inGeneral(
    'You already have an account with this email and a password. Sign in with your password.',
  ),
  'auth/credential-already-in-use': inGeneral(
    'This Google account belongs to another account here. Choose another one.',
  ),
  'auth/web-storage-unsupported': inGeneral(
    'Your browser blocks site data, so you can’t stay signed in. Allow it for this site and try again.',
  ),
  'auth/operation-not-allowed': inGeneral('This sign-in method is turned off. Use another one.'),
  'auth/unauthorized-domain': inGeneral('Sign-in with Google isn’t set up for this site. Use your password.'),
  'auth/expired-action-code': inGeneral('This link has expired.'),
  'auth/invalid-action-code': inGeneral(DEAD_LINK),
}

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Whether the link can no longer be used, for whatever reason. */
export const isDeadLink = (error: unknown) =>
  ['auth/expired-action-code', 'auth/invalid-action-code'].includes(codeOf(error) ?? '')

export function explainAuth(error: unknown): Explanation {
  return EXPLANATIONS[codeOf(error) ?? ''] ?? explainProblem(error)
}

const CONTACT_ADMIN = 'If that doesn’t help, send the error code to an admin of your network.'
const WRONG_ADDRESS = `The server refused this sign-in, as it does for pages of other sites. Open the site at its usual address and sign in again. ${CONTACT_ADMIN}`

/** Messages by status, for when our server does not accept what the identity provider did. */
const SESSION_REFUSALS: Readonly<Record<number, string>> = {
  400: `The server couldn’t read this sign-in. Reload the page and sign in again. ${CONTACT_ADMIN}`,
  401: `The server couldn’t confirm this sign-in. Check the clock of your device and sign in again. ${CONTACT_ADMIN}`,
  403: WRONG_ADDRESS,
  421: WRONG_ADDRESS,
  429: 'Too many people are signing in from your network right now. Keep this page open.',
  500: 'Something went wrong on our side. Keep this page open, or try again later.',
  503: 'The server can’t sign you in right now. Keep this page open.',
}
const UNKNOWN_REFUSAL = `The server didn’t accept this sign-in. Reload the page and sign in again. ${CONTACT_ADMIN}`

/** @param error what the exchange of a sign-in for a session failed with */
export function explainSession(error: unknown): string {
  if (error instanceof OfflineError) return `${error.message} Keep this page open.`
  const isExplained = codeOf(error) === STALE_CLIENT || (codeOf(error) ?? '') in EXPLANATIONS
  if (!(error instanceof ProblemError) || isExplained) return explainAuth(error).message ?? UNKNOWN_REFUSAL
  return SESSION_REFUSALS[error.status] ?? SESSION_REFUSALS[error.status >= 500 ? 500 : 0] ?? UNKNOWN_REFUSAL
}
