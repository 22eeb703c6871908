import { type ChildProcess, fork } from 'node:child_process'
import { createPublicKey, hash, verify } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'

import { auditEntries } from '#server/features/audit/collection.ts'
import { sessions as sessionRecords } from '#server/features/session/collection.ts'
import { createSessionService } from '#server/features/session/service.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { systemClock } from '#server/lib/clock.ts'
import { startGoogleStandIn } from '#server/testing/google-stand-in.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { requestsPerSecond } from './load.ts'
import { row, type Row } from './row.ts'

const COOKIES = 2_000

export async function sessionRows(): Promise<Row[]> {
  return [...(await verificationRows()), ...(await routeRows())]
}

/** What one check costs, beside the RSA verification or the hash that it cannot do without. */
async function verificationRows(): Promise<Row[]> {
  const google = await startGoogleStandIn()
  const store = openTemporaryStore([auditEntries, sessionRecords])
  const identity = createFirebaseIdentity({ ...google, clock: systemClock })
  google.accounts.set('measured', { localId: 'measured', email: 'm@guildhall.test', emailVerified: true })
  const service = createSessionService({
    identity,
    store,
    clock: systemClock,
    maxAge: 5 * 24 * 60 * 60_000,
    audit: async () => {},
    admit: async () => ({ role: 'member', status: 'active', onboarded: true }),
  })
  const key = createPublicKey(google.sessionKey.certificate)
  const cookies = Array.from({ length: COOKIES }, (_, index) =>
    google.sessionCookie({ sub: 'measured', index }),
  )
  await service.authenticate(cookies[0] ?? '')

  const rsa = syncOpsPerSecond(cookies, (cookie) => verifyRs256(cookie, key))
  const cold = await opsPerSecond(cookies, (cookie) => service.authenticate(cookie))
  const sha256 = syncOpsPerSecond(cookies, (cookie) => hash('sha256', cookie, 'base64url'))
  const warm = syncOpsPerSecond(cookies, (cookie) => service.recall(cookie))
  google.close()
  await store.close()
  return [
    row('session check, first sight / raw RS256', cold, rsa, 0.3),
    row('session check, remembered / raw RS256', warm, rsa, 5),
    row('session check, remembered / SHA-256 of the cookie', warm, sha256, 0.4),
  ]
}

async function routeRows(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'session-server.ts'))
  try {
    const { product, sessions, bare, headers, cookie } = await ready(child)
    // The same bytes for all: a long cookie costs every server something, whatever it does with it.
    const signedIn = { path: '/api/session', headers: { ...headers, cookie } }
    const signedOut = {
      path: '/api/session',
      headers: { ...headers, cookie: cookie.replace('session', 'another') },
    }
    const profile = { ...signedIn, path: '/api/me' }
    const [session = 0, without = 0, bareSession = 0, whole = 0, document = 0, bareDocument = 0] =
      await requestsPerSecond([
        { ...signedIn, port: sessions },
        { ...signedOut, port: sessions },
        { ...signedIn, port: bare },
        { ...signedIn, port: product },
        { ...profile, port: product },
        { ...profile, port: bare },
      ])
    return [
      row('GET /api/session, sessions alone / bare Fastify', session, bareSession, 0.65),
      row('GET /api/session, sessions alone / the same signed out', session, without, 0.75),
      row('GET /api/session, whole production stack / bare Fastify', whole, bareSession, 0.38),
      row('GET /api/me from the store, whole production stack / bare Fastify', document, bareDocument, 0.35),
    ]
  } finally {
    child.disconnect()
  }
}

interface Ready {
  product: number
  sessions: number
  bare: number
  headers: Record<string, string>
  cookie: string
}

async function ready(child: ChildProcess): Promise<Ready> {
  const [message] = (await once(child, 'message')) as [Ready]
  return message
}

async function opsPerSecond<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const startedAt = performance.now()
  for (const item of items) await work(item)
  return (items.length * 1_000) / (performance.now() - startedAt)
}

function syncOpsPerSecond<T>(items: readonly T[], work: (item: T) => unknown, seconds = 1) {
  let done = 0
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1_000) {
    for (const item of items) work(item)
    done += items.length
  }
  return (done * 1_000) / (performance.now() - startedAt)
}

function verifyRs256(token: string, key: ReturnType<typeof createPublicKey>) {
  const end = token.lastIndexOf('.')
  return verify(
    'sha256',
    Buffer.from(token.slice(0, end)),
    key,
    Buffer.from(token.slice(end + 1), 'base64url'),
  )
}
