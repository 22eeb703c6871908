import { DEADLINES } from '#shared/lib/request-limits.ts'
import type { SessionUser } from '#shared/accounts/sessions.ts'
import { DeadlineError, ProblemError } from '#client/lib/request-errors.ts'
import { requestOnce } from '#client/lib/request.ts'

/** The claims of an ID token. */
export interface Identity {
  uid: string
  emailVerified: boolean
  idToken: string
}

/**
 * Runs one change of the session at a time across all tabs: they share the cookie, and each exchange ends the
 * previous cookie. The lock also keeps a late exchange from undoing a sign-out. Waiting and work together have the
 * deadline of one write, so that no tab delays the others for longer.
 */
export async function withLock<T>(work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(DEADLINES.write)
  if (!('locks' in navigator)) return work(deadline)
  try {
    return await navigator.locks.request('session', { signal: deadline }, () => work(deadline))
  } catch (error) {
    throw error === deadline.reason ? new DeadlineError({ cause: error }) : error
  }
}

/**
 * Reuses the current session of the same person, unless it predates the verification of their email address. Reading
 * it needs no lock, so a tab with a session never waits for another tab's exchange.
 */
export const ensureSession = async <T>(
  identity: Identity,
  startSession: (deadline: AbortSignal) => Promise<T>,
): Promise<SessionUser | T> =>
  (await sessionInStep(identity)) ??
  withLock(async (deadline) => (await sessionInStep(identity, deadline)) ?? (await startSession(deadline)))

async function sessionInStep(identity: Identity, deadline?: AbortSignal) {
  const session = await requestOnce('GET /api/session', deadline && { deadline })
  return session.authenticated && isInStep(session.user, identity) ? session.user : undefined
}

export async function exchange(
  { idToken }: Pick<Identity, 'idToken'>,
  deadline: AbortSignal,
): Promise<SessionUser> {
  const session = await requestOnce('POST /api/session', { body: { idToken }, deadline })
  if (!session.authenticated) throw new Error('The exchange made no session')
  return session.user
}

/** @param everywhere also on the person's other devices */
export async function endSession(everywhere: boolean, deadline: AbortSignal) {
  const route = everywhere ? 'POST /api/session/logout-all' : 'POST /api/session/logout'
  await requestOnce(route, { deadline }).catch((error: unknown) => {
    // A session that is already over needs no ending.
    if (!(error instanceof ProblemError && error.status === 401)) throw error
  })
}

const isInStep = (user: SessionUser, { uid, emailVerified }: Identity) =>
  user.uid === uid && (user.emailVerified || !emailVerified)
