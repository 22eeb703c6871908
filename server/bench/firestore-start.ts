import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { collections, views } from '#server/collections.ts'
import { openFirestoreStore } from '#server/store/firestore.ts'
import { addBulkMembers, bulkMember } from '#server/testing/bulk-members.ts'
import {
  findFirestoreEmulator,
  NO_FIRESTORE_EMULATOR,
  startFirestoreEmulator,
} from '#server/testing/firestore-emulator.ts'

import type { Figure } from './pages.ts'
import { forkServer, messageFrom, writeSnapshots } from './product.ts'

/** That of `startGoogleStandIn`. */
const PROJECT = 'guildhall-test'
const MEMBERS = 100_000
/** Of the emulator, which keeps them all in memory. */
const HEAP = '6g'
/** Milliseconds. What was written in the minute before a snapshot is read once more, by the listeners. */
const OVERLAP = 61_000
/** Milliseconds. The emulator is slower than Firestore. */
const PATIENCE = 60_000
/** Feeds are opened for their snapshots alone. */
const NOBODY = { put() {}, remove() {}, reset() {} }

interface Ready {
  startedIn: number
  startedInProcessorTime: number
  residentBytes: number
  documentsRead: number
}

/** What a replica reads from a stored state of the members, and snapshots of other collections, until its first directory answer. */
export async function firestoreStartFigures(): Promise<Figure[]> {
  if (!findFirestoreEmulator()) {
    console.error(NO_FIRESTORE_EMULATOR)
    return []
  }
  const emulator = await startFirestoreEmulator(HEAP)
  process.env['FIRESTORE_EMULATOR_HOST'] = emulator.host
  try {
    await storeMembers()
    const viewer = bulkMember(1, Date.now()).id
    await writeSnapshots('', viewer)
    const child = forkServer('', [viewer])
    const ready = await messageFrom<Ready>(child)
    child.disconnect()
    await once(child, 'exit')
    return figuresOf(ready)
  } finally {
    await emulator.stop()
  }
}

/** With snapshots of them, as a job of the servers writes. */
async function storeMembers() {
  const store = openFirestoreStore({
    projectId: PROJECT,
    secret: 'a secret of the benchmark',
    collections,
    views,
    deadline: PATIENCE,
    readDeadline: PATIENCE,
  })
  await addBulkMembers(store, MEMBERS, Date.now())
  await wait(OVERLAP)
  for (const collection of collections) {
    if (collection.feeds.some((fields) => fields.length === 0)) store.openFeed(collection, NOBODY)
  }
  await store.writeSnapshots()
  await store.close()
}

function figuresOf({ documentsRead, startedIn, startedInProcessorTime, residentBytes }: Ready): Figure[] {
  const figure = (what: string, value: number, unit: string, limit: number): Figure => ({
    name: `start from a snapshot on Firestore, ${what}, 100,000 members`,
    value,
    unit,
    bound: 'at most',
    limit,
  })
  const seconds = (milliseconds: number) => Number((milliseconds / 1_000).toFixed(1))
  return [
    figure('documents read', documentsRead, '', 3_000),
    figure('until the first directory answer', seconds(startedIn), 's', 5),
    figure('processor time', seconds(startedInProcessorTime), 's', 5),
    figure('resident memory', Math.round(residentBytes / 1_048_576), 'MB', 350),
  ]
}
