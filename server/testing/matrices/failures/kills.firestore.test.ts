import { getApps } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { expect, inject, onTestFinished, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { noteViews } from '#server/store/contract/views.ts'
import { startGrpcProxy } from '#server/testing/stand-ins/grpc-proxy.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'
import { expectViewsEqualRebuild } from '#server/testing/views-check.ts'

/** After it, another process may store its views. */
const LONGER_THAN_LEASE = 11 * MINUTE

async function startReplicas() {
  const database = newTestDatabase()
  const proxy = await startGrpcProxy(inject('firestoreEmulator'))
  onTestFinished(proxy.stop)
  function open(host?: string) {
    if (host) vi.stubEnv('FIRESTORE_EMULATOR_HOST', host)
    const store = database.open([notes], { views: noteViews })
    vi.unstubAllEnvs()
    onTestFinished(() => store.close())
    return store
  }
  return { proxy, open, first: open(proxy.host), second: open() }
}

/** Every chunk of the stored file of views is there. */
async function expectComplete() {
  const snapshots = getFirestore(getApps().at(-1)!).collection('view-snapshots')
  const { chunks = [] } = ((await snapshots.doc('latest').get()).data() ?? {}) as { chunks?: string[] }
  const found = await Promise.all(chunks.map(async (id) => (await snapshots.doc(id).get()).exists))
  expect(found).toEqual(chunks.map(() => true))
}

/** @returns whether the process made that many calls */
async function interruptAt(call: number, how: 'killed' | 'stopped') {
  const { proxy, open, first, second } = await startReplicas()
  await putNotes(second, [note('a', { title: 'One' }), note('b', { title: 'Two' })])
  await Promise.all([first.views(), second.views()])
  const { begun, release } = proxy.holdFrom(call)
  const stored = first.writeSnapshots()
  const isHeld = await Promise.race([stored.then(() => false), begun.then(() => true)])
  if (!isHeld) return false

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LONGER_THAN_LEASE })
  await putNotes(second, [note('a', { title: 'Three' })])
  // Fails while the emulator keeps the locks of the first. The job tries again.
  await second.writeSnapshots().catch(() => {})
  if (how === 'stopped') {
    release()
    await stored.catch(() => {})
  }
  vi.useRealTimers()

  await putNotes(second, [note('b', { title: 'Four' })])
  const third = open()
  await expectViewsEqualRebuild(third, noteViews)
  await expectComplete()
  return true
}

test.for(['killed', 'stopped'] as const)(
  'a process that is %s at any call while it stores its views leaves a complete file, with which others start',
  { timeout: 5 * MINUTE },
  async (how) => {
    onTestFinished(() => void vi.useRealTimers())
    let call = 1
    while (await interruptAt(call, how)) call += 1
    expect(call).toBeGreaterThan(5)
  },
)
