import type { Session, SessionUser } from '#shared/session.ts'

import { requestOnce } from './request.ts'

const SESSION_URL = '/api/session'

/** What an ID token says that a session cookie has to agree with. */
export interface Identity {
  uid: string
  email: string | null
  emailVerified: boolean
  idToken: string
}

/**
 * One change of the session at a time, among all tabs: they share the cookie, and each exchange ends the cookie
 * before it. The lock also keeps a late exchange from undoing a sign-out.
 */
export const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('session', work) : work()

/** Keeps the live session when it is about the same person in the same state; else makes a new one. */
export async function ensureSession(identity: Identity): Promise<SessionUser> {
  const session = await requestOnce<Session>(SESSION_URL)
  if (session.authenticated && agrees(session.user, identity)) return session.user
  return exchange(identity)
}

export async function exchange({ idToken }: Pick<Identity, 'idToken'>): Promise<SessionUser> {
  const session = await requestOnce<Session>(SESSION_URL, { method: 'POST', body: { idToken } })
  if (!session.authenticated) throw new Error('The exchange made no session')
  return session.user
}

/** @param everywhere also on the person's other devices */
export const endSession = (everywhere: boolean) =>
  requestOnce(everywhere ? `${SESSION_URL}/logout-all` : `${SESSION_URL}/logout`, { method: 'POST' })

const agrees = (user: SessionUser, identity: Identity) =>
  user.uid === identity.uid && user.email === identity.email && user.emailVerified === identity.emailVerified
