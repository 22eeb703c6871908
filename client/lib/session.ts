import type { Session, SessionUser } from '#shared/session.ts'

import { ProblemError, requestOnce } from './request.ts'

const SESSION_URL = '/api/session'

/** The claims of an ID token. */
export interface Identity {
  uid: string
  emailVerified: boolean
  idToken: string
}

/**
 * One change of the session at a time, among all tabs: they share the cookie, and each exchange ends the cookie
 * before it. The lock also keeps a late exchange from undoing a sign-out.
 */
export const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('session', work) : work()

/** Reuses the current session of the same person, unless it predates the verification of their email address. */
export async function ensureSession(identity: Identity): Promise<SessionUser> {
  const session = await requestOnce<Session>(SESSION_URL)
  if (session.authenticated && isInStep(session.user, identity)) return session.user
  return exchange(identity)
}

export async function exchange({ idToken }: Pick<Identity, 'idToken'>): Promise<SessionUser> {
  const session = await requestOnce<Session>(SESSION_URL, { method: 'POST', body: { idToken } })
  if (!session.authenticated) throw new Error('The exchange made no session')
  return session.user
}

/** @param everywhere also on the person's other devices */
export async function endSession(everywhere: boolean) {
  const url = everywhere ? `${SESSION_URL}/logout-all` : `${SESSION_URL}/logout`
  await requestOnce(url, { method: 'POST' }).catch((error: unknown) => {
    // A session that is over already needs no ending.
    if (!(error instanceof ProblemError && error.status === 401)) throw error
  })
}

const isInStep = (user: SessionUser, { uid, emailVerified }: Identity) =>
  user.uid === uid && (user.emailVerified || !emailVerified)
