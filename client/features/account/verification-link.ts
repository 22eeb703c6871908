import { useSyncExternalStore } from 'react'

import type { IdentityProvider } from '#client/lib/firebase.ts'
import { createObservable } from '#client/lib/observable.ts'
import { requestOnce } from '#client/lib/request.ts'
import { ownPath, returnPath } from '#client/lib/return-path.ts'
import { tabStorage } from '#client/lib/storage.ts'
import { RESEND_COOL_DOWN } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'
import type { Verification, VerificationToken } from '#shared/session.ts'

const VERIFICATION = '/api/session/verification'

/**
 * Sends a link to the signed-in person. The email may be opened in another tab or on another device, so the link
 * carries the page that they first requested, and a token of the account.
 */
export async function sendVerificationLink(identity: IdentityProvider, next: string | null = returnPath()) {
  const user = identity.currentUser()
  if (!user) return
  const query = new URLSearchParams(next ? { next } : {})
  const token = await tokenOf(await user.getIdToken())
  if (token) query.set('account', token)
  await identity.sendVerification(`${location.origin}${paths.onboarding}?${query}`)
  recordSent(user.uid)
}

/** Undefined if there is none: the link verifies without it, but can't say later that it has. */
const tokenOf = (idToken: string) =>
  requestOnce<VerificationToken>(`${VERIFICATION}-token`, { method: 'POST', body: { idToken } }).then(
    ({ token }) => token,
    () => undefined,
  )

export const requestedPath = (continueUrl: string | null) => parameterOf(continueUrl, 'next')

/**
 * Whether the email of the link's account is verified. Only the provider knows, and it tells nobody who is not signed
 * in; our server asks for it with the token of the link.
 */
export async function isVerifiedAccount(continueUrl: string | null) {
  const token = parameterOf(continueUrl, 'account')
  if (!token) return undefined
  return requestOnce<Verification>(VERIFICATION, { method: 'POST', body: { token } }).then(
    ({ verified }) => verified,
    () => undefined,
  )
}

function parameterOf(continueUrl: string | null, name: string): string | null {
  const own = ownPath(continueUrl)
  return own ? new URL(own, location.origin).searchParams.get(name) : null
}

const sentKey = (uid: string) => `verification-sent:${uid}`

const lastSentTo = createObservable('')

/** In the tab's storage, so that a reload does not cut the cool-down short. */
function recordSent(uid: string) {
  tabStorage.write(sentKey(uid), String(Date.now()))
  lastSentTo.set(uid)
}

/** Whether a link was sent, also once the one that sign-up sends is on its way. */
export const useWasSent = (uid: string) =>
  useSyncExternalStore(lastSentTo.subscribe, () => tabStorage.read(sentKey(uid)) !== null)

/** Milliseconds until another email may be asked for. */
export const coolDownLeft = (uid: string, now: number) =>
  Math.max(0, Number(tabStorage.read(sentKey(uid)) ?? 0) + RESEND_COOL_DOWN - now)
