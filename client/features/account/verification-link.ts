import { ownPath, returnPath } from '#client/lib/return-path.ts'
import { deviceStorage, tabStorage } from '#client/lib/storage.ts'
import { RESEND_COOL_DOWN } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'

/**
 * The email may be opened in another tab or on another device, so the link carries the page that the person first
 * requested.
 */
export const continueUrlHere = () =>
  `${location.origin}${paths.onboarding}?next=${encodeURIComponent(returnPath())}`

export function requestedPath(continueUrl: string | null): string | null {
  const own = ownPath(continueUrl)
  return own ? new URL(own, location.origin).searchParams.get('next') : null
}

const APPLIED = 'verified-by-link'

/** Only the provider knows whether an email is verified, and it tells nobody who is not signed in. */
export const recordAppliedLink = (code: string) => deviceStorage.write(APPLIED, code)

/** Whether the link verified an email in this browser. */
export const isAppliedLink = (code: string) => deviceStorage.read(APPLIED) === code

const sentKey = (uid: string) => `verification-sent:${uid}`

/** In the tab's storage, so that a reload does not cut the cool-down short. */
export const recordSent = (uid: string) => tabStorage.write(sentKey(uid), String(Date.now()))

export const wasSent = (uid: string) => tabStorage.read(sentKey(uid)) !== null

/** Milliseconds until another email may be asked for. */
export const coolDownLeft = (uid: string, now: number) =>
  Math.max(0, Number(tabStorage.read(sentKey(uid)) ?? 0) + RESEND_COOL_DOWN - now)
