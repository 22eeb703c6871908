import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

import { type AppDeps, buildApp } from '#server/app.ts'
import { collections } from '#server/collections.ts'
import { readConfig } from '#server/config/config.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import type { LogSink } from '#server/logging/log-sink.ts'
import { createLogger } from '#server/logging/logger.ts'
import { createModules } from '#server/modules.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

import { openTemporaryStore } from './temporary-store.ts'
import { expectViewsEqualRebuild } from './views-check.ts'

export const ORIGIN = 'https://guildhall.test'

interface Options extends Partial<Omit<AppDeps, 'config'>> {
  /** Added to settings that trust the run's Auth emulator. */
  env?: Record<string, string>
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/**
 * The real application on a temporary store, trusting the Auth emulator of the run; ready, not listening. Its clock
 * runs with the real one and can be moved ahead.
 */
export async function startTestApp({ env = {}, store: givenStore, ...given }: Options = {}) {
  const emulator = authEmulatorAt(inject('authEmulator'))
  const config = readConfig({
    ...emulatorSettings(emulator),
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: ORIGIN,
    LOG_LEVEL: 'debug',
    // Clients that tests write have no other.
    LANGUAGES: 'en',
    ...env,
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-'))
  const store = givenStore ?? openTemporaryStore(collections)
  const logLines: string[] = []
  const logSink: LogSink = {
    full: false,
    status: () => ({ waitingBytes: 0, lostLines: 0, stalled: false, refused: false }),
    write: (line) => void logLines.push(line),
    append: async (lines) => void logLines.push(...lines.split('\n').filter(Boolean)),
    close: async () => {},
    flush: () => {},
  }
  const lifecycle = createLifecycle()
  let ahead = 0
  const clock = () => Date.now() + ahead

  const deps: AppDeps = {
    config,
    store,
    imageFiles: filesInDocuments,
    identity: createFirebaseIdentity({
      projectId: config.client.FIREBASE_PROJECT_ID,
      apiKey: config.client.FIREBASE_API_KEY,
      clock,
      authEmulatorHost: config.authEmulator,
    }),
    clock,
    newId: randomUUID,
    logger: createLogger(config, logSink),
    logSink,
    sourceMaps: join(dataDir, 'source-maps'),
    lifecycle,
    // A busy machine must not make a test fail.
    eventLoopDelay: () => 0,
    ...given,
  }
  async function closeStore() {
    // Some tests close it before, to test the server without it.
    const isOpen = await store.ping().then(
      () => true,
      () => false,
    )
    if (isOpen) await expectViewsEqualRebuild(store)
    await store.close()
  }
  const services = createModules(deps)
  const app = await buildApp(deps, services)
  await app.ready()
  lifecycle.serve()

  return {
    app,
    services,
    config,
    store,
    emulator,
    lifecycle,
    clock,
    /** Every line that was logged, parsed. */
    logs: () => logLines.map((line) => JSON.parse(line) as Record<string, unknown>),
    advance: (milliseconds: number) => void (ahead += milliseconds),
    visitor: createCaller(app),
    /** A new person, signed in with a session of their own. */
    async member({
      email = `${randomUUID()}@guildhall.test`,
      emailVerified = true,
      ...account
    }: { email?: string; emailVerified?: boolean; uid?: string } = {}) {
      const password = 'correct horse'
      const { uid } = await emulator.createUser({ email, password, emailVerified, ...account })
      const { idToken } = await emulator.signIn(email, password)
      const exchange = () => createCaller(app)('POST', '/api/session', { body: { idToken } })
      let answer = await exchange()
      // On a busy machine it may take longer than the server waits; browsers retry too.
      for (let tries = 1; answer.statusCode === 503 && tries < 5; tries += 1) answer = await exchange()
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
      return { uid, email, cookie, call: createCaller(app, { cookie }) }
    },
    async close() {
      await app.close()
      if (!givenStore) await closeStore()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Calls as the browser does from our own pages. A header with the value undefined is left out. */
function createCaller(app: Awaited<ReturnType<typeof buildApp>>, always: Record<string, string> = {}) {
  return (
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string | undefined> } = {},
  ) => {
    const all = {
      host: new URL(ORIGIN).host,
      'sec-fetch-site': 'same-origin',
      ...(method !== 'GET' && method !== 'HEAD' && { origin: ORIGIN, 'x-csrf': '1' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...always,
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    return app.inject({
      method,
      url,
      headers: sent as Record<string, string>,
      payload,
    })
  }
}
