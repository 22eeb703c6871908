import { randomUUID } from 'node:crypto'
import { inject, vi } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'
import { note, notes } from '#server/store/contract/fixture.ts'
import { openFirestoreStore } from '#server/store/firestore/store.ts'
import { StoreOutcomeUnknown, StoreUnavailable } from '#server/store/port.ts'
import { type CallTrouble, startGrpcProxy } from '#server/testing/stand-ins/grpc-proxy.ts'
import type { Mode } from '#server/tools/requirements/failure-cells.ts'

import type { StartPart } from './part.ts'

const UNAVAILABLE = { status: 14, message: 'No connection established' }

const TROUBLES: Partial<Record<Mode, CallTrouble>> = {
  'refused at once': UNAVAILABLE,
  'denied for good': { status: 7, message: 'Missing or insufficient permissions.' },
  hangs: 'no answer',
  'slow by 4 s': 4 * SECOND,
  'answers after the deadline': 60 * SECOND,
  'half an answer': 'half an answer',
  full: { status: 8, message: 'Quota exceeded.' },
  'gone and back': UNAVAILABLE,
}

/** A replica whose calls of Firestore fail, except those of listeners. Callers read and write. */
export const firestorePart: StartPart = async (mode, fails) => {
  const proxy = await startGrpcProxy(inject('firestoreEmulator'))
  const fail = () => proxy.setTrouble(TROUBLES[mode])
  if (fails) fail()
  const logged: string[] = []
  const record = (_facts: object, message: string) => void logged.push(message)
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', proxy.host)
  const store = openFirestoreStore({
    projectId: `test-${randomUUID().slice(0, 20)}`,
    secret: 'a secret of the test',
    collections: [notes],
    log: { warn: record, info: record },
  })
  vi.unstubAllEnvs()
  let notesSaved = 0

  async function save() {
    const id = `note-${(notesSaved += 1)}`
    try {
      await store.get(notes, id)
      await store.transact(async (tx) => (await tx.get(notes, id)) ?? tx.put(notes, note(id)))
      return 'saved'
    } catch (error) {
      if (error instanceof StoreOutcomeUnknown) return 'unknown'
      return error instanceof StoreUnavailable ? error.kind : String(error)
    }
  }

  return {
    well: 'saved',
    fail,
    recover: () => proxy.setTrouble(undefined),
    use: (callers) => Promise.all(Array.from({ length: callers }, save)),
    calls: proxy.calls,
    health: () =>
      store.ping().then(
        () => 'ready',
        (error: unknown) => (error instanceof StoreUnavailable ? error.kind : String(error)),
      ),
    logged: () => logged,
    async close() {
      await store.close()
      proxy.stop()
    },
  }
}
