import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { vi } from 'vitest'

import { collections } from '#server/collections.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { startGoogleStandIn } from '#server/testing/google-stand-in.ts'

/** When the store was last written. */
const RELEASED_AT = Date.parse('2026-11-22T09:00:00.000Z')

/** The present application on a copy of the released store, at the time when that was last written. */
export async function startOnReleasedStore() {
  // firebase-admin reads the time by itself when it verifies a cookie.
  vi.useFakeTimers({ toFake: ['Date'], now: RELEASED_AT })
  const clock = () => Date.now()
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-released-'))
  const file = await readFile(join(import.meta.dirname, 'store.sqlite.br'))
  await writeFile(join(dataDir, 'store.sqlite'), brotliDecompressSync(file))
  const google = await startGoogleStandIn({ clock })
  // The secret of the server that wrote it: check-in codes that people saved must stay valid.
  const secret = 'for development only, never for production'
  const store = openSqliteStore({ dataDir, secret, collections })
  const running = await startTestApp({
    env: { SERVER_SECRET: secret },
    store,
    clock,
    identity: createFirebaseIdentity({ ...google, clock }),
  })
  const cookies = new Map<string, string>()

  async function cookieOf(uid: string) {
    const known = cookies.get(uid)
    if (known) return known
    const email = `${uid}@guildhall.test`
    google.accounts.set(uid, { localId: uid, email, emailVerified: true })
    const idToken = google.idToken({ sub: uid, email, email_verified: true })
    const answer = await running.visitor('POST', '/api/session', { body: { idToken } })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    cookies.set(uid, cookie)
    return cookie
  }

  const call = async (uid: string, ...[method, url, options]: Parameters<TestApp['visitor']>) =>
    running.visitor(method, url, {
      ...options,
      headers: { cookie: await cookieOf(uid), ...options?.headers },
    })

  return {
    dataDir,
    visitor: running.visitor,
    /** Signed in as the member. */
    call,
    async read<T = Record<string, unknown>>(uid: string, url: string): Promise<T> {
      const answer = await call(uid, 'GET', url)
      if (answer.statusCode !== 200) throw new Error(`${uid} GET ${url}: ${answer.body}`)
      return answer.json<T>()
    },
    /** Sessions end; jobs do what is due by then. */
    async advanceTo(instant: string) {
      vi.setSystemTime(instant)
      cookies.clear()
      for (const { run } of running.services.jobs) await run()
    },
    async close() {
      vi.useRealTimers()
      await running.close()
      await store.close()
      google.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
