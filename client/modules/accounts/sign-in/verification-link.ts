import { useSyncExternalStore } from 'react'

import type { IdentityProvider } from '#client/lib/auth/firebase.ts'
import { createObservable } from '#client/lib/observable.ts'
import { requestOnce } from '#client/lib/request.ts'
import { ownPath, returnPath } from '#client/lib/auth/return-path.ts'
import { parseNumber, tabStorage } from '#client/lib/storage/storage.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { paths } from '#shared/lib/paths.ts'

/** Time that an onboarding screen waits before it offers another email. */
const RESEND_COOL_DOWN = 60 * SECOND

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

/** Undefined if there is none: the link verifies without it, but can't show later that it has. */
const tokenOf = (idToken: string) =>
  requestOnce('POST /api/session/verification-token', { body: { idToken } }).then(
    ({ token }) => token,
    () => undefined,
  )

export const requestedPath = (continueUrl: string | null) => parameterOf(continueUrl, 'next')

/**
 * Whether the email of the link's account is verified. Only the provider knows, and it answers only to signed-in
 * people; our server asks it with the token of the link.
 */
export async function isVerifiedAccount(continueUrl: string | null) {
  const token = parameterOf(continueUrl, 'account')
  if (!token) return undefined
  return requestOnce('POST /api/session/verification', { body: { token } }).then(
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

/** Kept in the tab's storage, so that a reload does not shorten the cool-down. */
function recordSent(uid: string) {
  tabStorage.write(sentKey(uid), String(Date.now()))
  lastSentTo.set(uid)
}

/** Whether a link was sent. Also true while the one from sign-up is on its way. */
export const useWasSent = (uid: string) =>
  useSyncExternalStore(lastSentTo.subscribe, () => sentAt(uid) !== undefined)

/** Milliseconds until another email can be requested. */
export function coolDownLeft(uid: string, now: number) {
  const left = (sentAt(uid) ?? 0) + RESEND_COOL_DOWN - now
  // A longer one means that the clock was set back.
  return left > RESEND_COOL_DOWN ? 0 : Math.max(0, left)
}

const sentAt = (uid: string) => parseNumber(tabStorage.read(sentKey(uid)))
