import { type ChildProcess, fork } from 'node:child_process'
import { createPublicKey, hash, randomUUID, verify } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'

import { DAY } from '#shared/lib/durations.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { createAuditLog } from '#server/modules/operations/audit/service.ts'
import { sessionEnds, sessions as sessionRecords } from '#server/modules/accounts/sessions/collection.ts'
import { createSessionService } from '#server/modules/accounts/sessions/service.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { systemClock } from '#server/lib/clock.ts'
import { startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { requestsPerSecond } from './load.ts'
import { row, type Row } from './row.ts'

const COOKIES = 400
const ROUNDS = 10

export async function sessionRows(): Promise<Row[]> {
  return [...(await verificationRows()), ...(await routeRows())]
}

/**
 * The cost of one check beside the RSA verification or the hash that it cannot do without. The best of some rounds,
 * in which they take turns: the first lets the code be compiled, and other load on the machine affects all alike.
 */
async function verificationRows(): Promise<Row[]> {
  const google = await startGoogleStandIn()
  const store = openTemporaryStore([auditEntries, sessionEnds, sessionRecords])
  const identity = createFirebaseIdentity({ ...google, clock: systemClock })
  google.accounts.set('measured', { localId: 'measured', email: 'm@guildhall.test', emailVerified: true })
  const service = createSessionService({
    identity,
    store,
    clock: systemClock,
    config: { secret: 'a secret of this measurement', sessionMaxAge: 5 * DAY },
    audit: createAuditLog({
      store,
      clock: systemClock,
      newId: randomUUID,
      logger: { warn() {}, error() {} },
    }),
    admission: {
      admit: async () => ({ role: 'member', status: 'active', onboarded: true }),
      isMember: async () => true,
    },
  })
  const key = createPublicKey(google.sessionKey.certificate)
  await service.authenticate(google.sessionCookie({ sub: 'measured' }))

  const best = { rsa: 0, cold: 0, sha256: 0, warm: 0 }
  const keep = (kind: keyof typeof best, rate: number) => (best[kind] = Math.max(best[kind], rate))
  for (let round = 0; round < ROUNDS; round++) {
    const cookies = Array.from({ length: COOKIES }, (_, index) =>
      google.sessionCookie({ sub: 'measured', round, index }),
    )
    keep(
      'rsa',
      syncOpsPerSecond(cookies, (cookie) => verifyRs256(cookie, key)),
    )
    keep('cold', await opsPerSecond(cookies, (cookie) => service.authenticate(cookie)))
    keep(
      'sha256',
      syncOpsPerSecond(cookies, (cookie) => hash('sha256', cookie, 'base64url')),
    )
    keep(
      'warm',
      syncOpsPerSecond(cookies, (cookie) => service.recall(cookie)),
    )
  }
  google.close()
  await store.close()
  return [
    row('session check, uncached / raw RS256', best.cold, best.rsa, 0.3),
    row('session check, cached / raw RS256', best.warm, best.rsa, 5),
    row('session check, cached / SHA-256 of the cookie', best.warm, best.sha256, 0.4),
  ]
}

async function routeRows(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'servers/session-server.ts'))
  try {
    const { product, sessions, bare, headers, cookie } = await ready(child)
    // All send the same bytes, because parsing a long cookie costs every server something.
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
      row('GET /api/session, session feature only / bare Fastify', session, bareSession, 0.65),
      row('GET /api/session, session feature only / the same, signed out', session, without, 0.75),
      row('GET /api/session, full stack / bare Fastify', whole, bareSession, 0.38),
      row('GET /api/me from the store, full stack / bare Fastify', document, bareDocument, 0.35),
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
  const startedAt = processorTime()
  for (const item of items) await work(item)
  return (items.length * 1_000) / (processorTime() - startedAt)
}

function syncOpsPerSecond<T>(items: readonly T[], work: (item: T) => unknown, seconds = 0.2) {
  let done = 0
  const startedAt = processorTime()
  while (processorTime() - startedAt < seconds * 1_000) {
    for (const item of items) work(item)
    done += items.length
  }
  return (done * 1_000) / (processorTime() - startedAt)
}

/** Milliseconds of CPU time of this process. */
function processorTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
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
