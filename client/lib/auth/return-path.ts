import { eventIdAt, paths } from '#shared/lib/paths.ts'
import { tabStorage } from '#client/lib/storage/storage.ts'

/**
 * The page that was requested before signing in. Kept in the tab's storage, since a redirect to Google ends the
 * page, and in memory while the browser blocks storage.
 */
const KEY = 'return-to'
let unstored: string | undefined
/** Longer than every path of the app; browsers refuse far longer ones. */
const MAX_LENGTH = 8_192

/** Screens that are never returned to. */
const ACCOUNT_SCREENS: readonly string[] = [
  paths.login,
  paths.resetPassword,
  paths.verification,
  paths.onboarding,
]

/** Where the server renders a page there is no location, and only the path counts. */
const ownOrigin = () => globalThis.location?.origin ?? 'http://localhost'

/**
 * A path on our own origin, or undefined. An attacker could send people a link that signs them in and then opens a
 * copy of this site, so everything that a browser may read as another host is refused.
 */
export function ownPath(value: unknown, origin: string = ownOrigin()): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined
  const url = URL.parse(value, origin)
  if (url?.origin !== origin) return undefined
  // "/.//evil.example" is resolved to the path "//evil.example", which the history would treat as a host.
  if (url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

export function rememberReturn(path: unknown) {
  const own = ownPath(path)
  if (!own || ACCOUNT_SCREENS.includes(new URL(own, ownOrigin()).pathname)) return
  unstored = tabStorage.write(KEY, own) ? undefined : own
}

/** @param referrer remembered if it is the page of an event */
export function rememberInvitation(referrer: string) {
  const path = ownPath(referrer)
  if (path && eventIdAt(path)) rememberReturn(path)
}

export function forgetReturn() {
  unstored = undefined
  tabStorage.remove(KEY)
}

export const returnPath = () => ownPath(tabStorage.read(KEY) ?? unstored) ?? paths.dashboard
