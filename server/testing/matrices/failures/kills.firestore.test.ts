import { type App, getApps } from 'firebase-admin/app'
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

/** More than the process makes. */
const MAX_CALLS = 10

/** Every chunk of the stored file of views is there. */
async function expectComplete(app: App) {
  const snapshots = getFirestore(app).collection('view-snapshots')
  const { chunks = [] } = ((await snapshots.doc('latest').get()).data() ?? {}) as { chunks?: string[] }
  const found = await Promise.all(chunks.map(async (id) => (await snapshots.doc(id).get()).exists))
  expect(found).toEqual(chunks.map(() => true))
}

type How = 'killed' | 'stopped'

/** @returns replicas of which the first is held at this call; undefined if it makes fewer */
async function interruptAt(call: number, how: How) {
  const { proxy, open, first, second } = await startReplicas()
  await putNotes(second, [note('a', { title: 'One' }), note('b', { title: 'Two' })])
  await Promise.all([first.views(), second.views()])
  const { begun, release } = proxy.holdFrom(call)
  const stored = first.writeSnapshots()
  const isHeld = await Promise.race([stored.then(() => false), begun.then(() => true)])
  return isHeld ? { call, how, open, second, stored, release } : undefined
}

type Interrupted = NonNullable<Awaited<ReturnType<typeof interruptAt>>>

async function storeViewsElsewhere({ how, second, stored, release }: Interrupted) {
  await putNotes(second, [note('a', { title: 'Three' })])
  // Fails while the emulator keeps the locks of the first. The job tries again.
  await second.writeSnapshots().catch(() => {})
  if (how === 'stopped') {
    release()
    await stored.catch(() => {})
  }
}

async function expectOthersStart({ call, how, open, second }: Interrupted) {
  await putNotes(second, [note('b', { title: 'Four' })])
  const third = open()
  const app = getApps().at(-1)!
  try {
    await expectViewsEqualRebuild(third, noteViews)
    await expectComplete(app)
  } catch (error) {
    throw new Error(`${how} at call ${call}`, { cause: error })
  }
}

// All at once, each with its own replicas: they mostly wait for locks of the emulator.
test(
  'a process that is killed or stopped at any call while it stores its views leaves a complete file, with which others start',
  { timeout: 5 * MINUTE },
  async () => {
    onTestFinished(() => void vi.useRealTimers())
    const calls = Array.from({ length: MAX_CALLS }, (_, at) => at + 1)
    const tried = await Promise.all(
      calls.flatMap((call) => [interruptAt(call, 'killed'), interruptAt(call, 'stopped')]),
    )
    const interrupted = tried.filter((each) => each !== undefined)
    expect(interrupted.length / 2).toBeGreaterThan(4)
    expect(interrupted.length / 2).toBeLessThan(MAX_CALLS)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LONGER_THAN_LEASE })
    await Promise.all(interrupted.map(storeViewsElsewhere))
    vi.useRealTimers()
    await Promise.all(interrupted.map(expectOthersStart))
  },
)
