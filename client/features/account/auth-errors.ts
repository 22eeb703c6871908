import type { Explanation } from '#client/lib/use-form.ts'
import { explainProblem } from '#client/lib/use-form.ts'

const inField = (field: string, words: string): Explanation => ({ fields: { [field]: words } })
const inGeneral = (message: string): Explanation => ({ message })

/** One answer for three codes: which of them the provider sends depends on a setting, and may not tell who has an account. */
const NO_MATCH = inField(
  'password',
  'This password does not fit this address. Check both, or reset your password.',
)
const DEAD_LINK = 'This link was used already, is not complete, or a newer one was sent.'

/** What the identity provider's error codes mean to the person, and the field that is to blame where one is. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  'auth/invalid-credential': NO_MATCH,
  'auth/wrong-password': NO_MATCH,
  'auth/user-not-found': NO_MATCH,
  'auth/invalid-email': inField('email', 'This does not look like an email address.'),
  'auth/email-already-in-use': inField(
    'email',
    'This address has an account already. Sign in, or reset its password.',
  ),
  'auth/weak-password': inField('password', 'This password is too easy to guess. Make it longer.'),
  'auth/password-does-not-meet-requirements': inField(
    'password',
    'This password does not meet the rules here. Make it longer, with letters, figures and signs.',
  ),
  'auth/too-many-requests': inGeneral('There were too many attempts. Wait a few minutes, then try again.'),
  'auth/user-disabled': inGeneral(
    'This account was switched off. Please write to the people who run this network.',
  ),
  'auth/user-token-expired': inGeneral('Your sign-in has ended. Please sign in again.'),
  'auth/network-request-failed': inGeneral(
    'The sign-in service cannot be reached. Check your connection and try again; what you typed is kept.',
  ),
  'auth/internal-error': inGeneral(
    'The sign-in service has a problem just now. Please try again in a moment.',
  ),
  'auth/popup-blocked': inGeneral('Your browser did not let the Google window open.'),
  'auth/popup-closed-by-user': inGeneral(
    'The Google window was closed before you were done. Nothing has changed.',
  ),
  'auth/cancelled-popup-request': inGeneral('Another Google window was opened; please go on in that one.'),
  'auth/user-cancelled': inGeneral(
    'Google was not allowed to share your address, so we cannot sign you in with it.',
  ),
  'auth/user-mismatch': inGeneral(
    'That is another account than the one you are signed in with. Please choose the same one.',
  ),
  'auth/account-exists-with-different-credential': inGeneral(
    'There is an account with this address and a password. Please sign in with the password.',
  ),
  'auth/web-storage-unsupported': inGeneral(
    'Your browser keeps sites from storing anything, so you cannot stay signed in. Allow it for this site and try again.',
  ),
  'auth/operation-not-allowed': inGeneral('This way of signing in is switched off here. Please use another.'),
  'auth/unauthorized-domain': inGeneral(
    'Signing in with Google is not set up for this site. Please use your password.',
  ),
  'auth/expired-action-code': inGeneral('This link has expired.'),
  'auth/invalid-action-code': inGeneral(DEAD_LINK),
}

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Links that cannot be used any more, however that came about. */
export const isDeadLink = (error: unknown) =>
  ['auth/expired-action-code', 'auth/invalid-action-code'].includes(codeOf(error) ?? '')

export function explainAuth(error: unknown): Explanation {
  return EXPLANATIONS[codeOf(error) ?? ''] ?? explainProblem(error)
}
