import { randomUUID } from 'node:crypto'
import { inject, onTestFinished, vi } from 'vitest'

import { viewsOf } from '#server/collections.ts'
import { openFirestoreStore } from '#server/store/firestore/store.ts'
import type { AnyCollection } from '#server/store/port.ts'

import { startTcpProxy } from './tcp-proxy.ts'

/**
 * An empty database with latency, for the duration of the test. Its stores share it, as replicas do; their
 * transactions have the deadline of production.
 * @param roundTrip milliseconds
 */
export async function startDistantFirestore(collections: readonly AnyCollection[], roundTrip: number) {
  const proxy = await startTcpProxy(inject('firestoreEmulator'))
  onTestFinished(proxy.stop)
  proxy.setRoundTrip(roundTrip)
  const projectId = `test-${randomUUID().slice(0, 20)}`
  return {
    proxy,
    open({ readDeadline = 30_000 } = {}) {
      vi.stubEnv('FIRESTORE_EMULATOR_HOST', proxy.host)
      const secret = 'a secret of the test'
      const store = openFirestoreStore({
        projectId,
        secret,
        collections,
        views: viewsOf(collections),
        readDeadline,
      })
      vi.unstubAllEnvs()
      onTestFinished(() => store.close())
      return store
    },
  }
}
