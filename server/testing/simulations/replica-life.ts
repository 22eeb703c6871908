import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { Timestamp } from 'firebase-admin/firestore'
import { vi } from 'vitest'

import { DAY, MINUTE, SECOND } from '#shared/lib/durations.ts'
import { note, notes } from '#server/store/contract/fixture.ts'
import { noteViews } from '#server/store/contract/views.ts'
import { declareAll } from '#server/store/declaration.ts'
import { createFirestoreFeeds } from '#server/store/firestore/feed/feeds.ts'
import { createHeartbeat } from '#server/store/firestore/feed/heartbeat.ts'
import type { Listen, ListenHandlers, ListenMessage } from '#server/store/firestore/feed/listen.ts'
import { createListenStream } from '#server/store/firestore/feed/stream.ts'
import { CHANGED_AT_FIELD, COMMIT_FIELD, VERSION_FIELD } from '#server/store/firestore/reader.ts'
import type { Reader } from '#server/store/port.ts'
import { SILENT } from '#server/store/store-log.ts'
import { openReplicaViews, type ReplicaViews } from '#server/views/replica.ts'
import { sql } from '#server/views/sql.ts'

const DATABASE = 'projects/p/databases/d'
const LATENCY = 20
/** Milliseconds between a document’s `_changedAt` and its commit, at most. */
const MAX_COMMIT_TIME = 9 * SECOND

type Step =
  /** Another process writes a note, or deletes it if there is no title. */
  | { write: string; title: string | undefined; commitTime: number }
  | { pass: number }
  /** The process is stopped, then goes on. */
  | { stop: number }
  /** The connection ends, or says nothing any more until the next one. */
  | { connection: 'cut' | 'silent' }
  /** With `killed`, nothing is written any more; with `lost`, the next process has no file of its own. */
  | { end: 'closed' | 'killed' | 'lost' }
  /** The file is stored for new processes. */
  | { snapshot: true }

const histories = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    {
      weight: 6,
      arbitrary: fc.record({
        write: fc.constantFrom('a', 'b', 'c'),
        title: fc.option(fc.constantFrom('One', 'Two', 'Three'), { nil: undefined }),
        commitTime: fc.constantFrom(0, 0, SECOND, MAX_COMMIT_TIME),
      }),
    },
    { weight: 4, arbitrary: fc.record({ pass: fc.constantFrom(10, 30, SECOND, 20 * SECOND, 2 * MINUTE) }) },
    { weight: 2, arbitrary: fc.record({ stop: fc.constantFrom(SECOND, MINUTE, 6 * MINUTE) }) },
    { weight: 2, arbitrary: fc.record({ connection: fc.constantFrom('cut', 'silent') }) },
    { weight: 3, arbitrary: fc.record({ end: fc.constantFrom('closed', 'killed', 'killed', 'lost') }) },
    { weight: 1, arbitrary: fc.constant<Step>({ snapshot: true }) },
  ),
  { minLength: 4, maxLength: 14 },
)

/** The same for a seed. */
export const replicaHistoryOf = (seed: number): readonly Step[] =>
  fc.sample(histories, { seed, numRuns: 1 })[0]!

interface Change {
  id: string
  title: string | undefined
  changedAt: number
  updatedAt: number
}

/** Firestore with one collection, as one process sees it through `Listen`, in virtual time. */
function createFirestore() {
  const changes = new Map<string, Change>()
  const calls = new Map<
    ListenHandlers,
    { targets: Map<number, (change: Change) => boolean>; isSilent: boolean }
  >()
  let commits: Change[] = []
  let lastCommitAt = 0

  const later = (call: ListenHandlers, ...messages: ListenMessage[]) =>
    void setTimeout(() => {
      if (calls.get(call)?.isSilent === false) for (const message of messages) call.onMessage(message)
    }, LATENCY)

  const snapshot = (): ListenMessage => ({
    targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], readTime: timestamp(Date.now()) },
  })

  /** Commits whose time has come. */
  function settle() {
    const due = commits.filter(({ updatedAt }) => updatedAt <= Date.now())
    commits = commits.filter(({ updatedAt }) => updatedAt > Date.now())
    for (const change of due.toSorted((one, other) => one.updatedAt - other.updatedAt)) {
      changes.set(change.id, change)
      for (const [call, { targets }] of calls)
        for (const [target, matches] of targets)
          if (matches(change)) later(call, documentChange(change, target), snapshot())
    }
  }

  const listen: Listen = (handlers) => {
    const targets = new Map<number, (change: Change) => boolean>()
    calls.set(handlers, { targets, isSilent: false })
    return {
      send({ addTarget, removeTarget }) {
        if (typeof removeTarget === 'number') targets.delete(removeTarget)
        if (!addTarget) return
        const id = addTarget.targetId!
        const query = addTarget.query?.structuredQuery
        const since = Number(query?.where?.fieldFilter?.value?.timestampValue?.seconds ?? 0) * SECOND
        const areDeletions = query?.from?.[0]?.collectionId === 'deletions'
        const matches = ({ title, changedAt }: Change) =>
          query !== undefined && (title === undefined) === areDeletions && changedAt >= since
        settle()
        targets.set(id, matches)
        const found = [...changes.values()].filter(matches).map((change) => documentChange(change, id))
        later(
          handlers,
          ...found,
          { targetChange: { targetChangeType: 'CURRENT', targetIds: [id] } },
          snapshot(),
        )
      },
      end: () => void calls.delete(handlers),
    }
  }

  return {
    listen,
    settle,
    write({ write: id, title, commitTime }: Extract<Step, { write: string }>) {
      // Two commits never have the same time.
      lastCommitAt = Math.max(Date.now() + commitTime, lastCommitAt + 1)
      commits.push({ id, title, changedAt: Date.now(), updatedAt: lastCommitAt })
    },
    /** A document of the heartbeat, which is in its own target. */
    async beat() {
      const committedAt = Timestamp.fromMillis(Date.now())
      for (const call of calls.keys()) later(call, snapshot())
      return committedAt
    },
    cut() {
      for (const call of calls.keys()) call.onEnd(undefined)
    },
    silence() {
      for (const call of calls.values()) call.isSilent = true
    },
    dropAll: () => calls.clear(),
    reader: {
      find: async () => {
        settle()
        return { items: [...changes.values()].filter(isPresent).map(documentOf) }
      },
    } as unknown as Reader,
    rows: () =>
      [...changes.values()]
        .filter(isPresent)
        .map(({ id, title }) => ({ id, title }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  }
}

const isPresent = ({ title }: Change) => title !== undefined
const documentOf = ({ id, title }: Change) => note(id, { title: title ?? '' })
const timestamp = (at: number) => ({ seconds: Math.floor(at / SECOND), nanos: (at % SECOND) * 1_000_000 })

function documentChange(change: Change, target: number): ListenMessage {
  const text = (value: string) => ({ valueType: 'stringValue', stringValue: value })
  const { id, title, shelf } = documentOf(change)
  const fields = {
    id: text(id),
    title: text(title),
    shelf: text(shelf),
    pinned: { valueType: 'booleanValue', booleanValue: false },
    tags: { valueType: 'arrayValue', arrayValue: { values: [] } },
    [COMMIT_FIELD]: text('of another process'),
    [VERSION_FIELD]: { valueType: 'integerValue', integerValue: 1 },
    [CHANGED_AT_FIELD]: { valueType: 'timestampValue', timestampValue: timestamp(change.changedAt) },
  }
  const name = `${DATABASE}/documents/notes/${id}`
  return {
    documentChange: {
      document: { name, fields, updateTime: timestamp(change.updatedAt) },
      targetIds: [target],
    },
  } as ListenMessage
}

/**
 * Takes the steps with one process at a time, which keeps its views in a file below `folder`.
 * @returns whether its views equal the documents, at the end and whenever a process had started
 */
export async function liveAsReplica(steps: readonly Step[], folder: string) {
  const firestore = createFirestore()
  let generation = 0
  let stored: string | undefined

  const folderOf = (number: number) => join(folder, String(number))

  async function start() {
    const heartbeat = createHeartbeat({
      database: DATABASE,
      write: firestore.beat,
      log: SILENT,
      now: Date.now,
    })
    const stream = createListenStream({
      listen: firestore.listen,
      heartbeat,
      log: SILENT,
      now: Date.now,
      random: () => 1,
    })
    const feeds = createFirestoreFeeds({
      database: DATABASE,
      stream,
      declarations: declareAll([notes]),
      reader: firestore.reader,
      read: (call) => call(),
      observe: undefined,
    })
    const replica = await openReplicaViews({
      folder: folderOf(generation),
      source: 'database',
      oldest: () => new Date(Date.now() - 3.5 * DAY).toISOString(),
      restore: async (file) => {
        if (stored) copyFileSync(stored, file)
        return stored !== undefined
      },
      views: noteViews,
      openFeed: (collection, listener, since) => feeds.open(collection, listener, { since }),
      log: SILENT,
    })
    return { replica, stream, feeds }
  }

  async function pass(milliseconds: number) {
    for (let left = milliseconds; left > 0; left -= SECOND) {
      await vi.advanceTimersByTimeAsync(Math.min(left, SECOND))
      firestore.settle()
    }
    await nextTurn()
  }

  /** Whether the views equal the documents within a few minutes. */
  async function isCurrent() {
    for (let left = 8; left > 0; left -= 1) {
      const reading = rowsIn(process.replica)
      await pass(MINUTE / 2)
      const rows = await Promise.race([reading, nextTurn()])
      if (rows === JSON.stringify(firestore.rows())) return true
    }
    return false
  }

  function end(how: 'closed' | 'killed' | 'lost') {
    const { replica, stream, feeds } = process
    if (how === 'closed') replica.close()
    const next = folderOf(generation + 1)
    if (how === 'lost') mkdirSync(next)
    else cpSync(folderOf(generation), next, { recursive: true })
    replica.close()
    feeds.close()
    stream.close()
    firestore.dropAll()
    rmSync(folderOf(generation), { recursive: true })
    generation += 1
  }

  let process = await start()
  let isRight = await isCurrent()
  for (const step of steps) {
    if ('write' in step) firestore.write(step)
    else if ('pass' in step) await pass(step.pass)
    else if ('stop' in step) vi.setSystemTime(Date.now() + step.stop)
    else if ('connection' in step) firestore[step.connection === 'cut' ? 'cut' : 'silence']()
    else if ('snapshot' in step) stored = await copied(process.replica, join(folder, 'stored'))
    else {
      end(step.end)
      process = await start()
      isRight &&= await isCurrent()
    }
  }
  await pass(2 * MINUTE)
  isRight &&= await isCurrent()
  end('closed')
  return isRight
}

async function rowsIn(replica: ReplicaViews) {
  const views = await replica.read()
  return JSON.stringify(views.all(sql`SELECT id, title FROM noteRow ORDER BY id`))
}

async function copied(replica: ReplicaViews, file: string) {
  copyFileSync(await replica.copy(), file)
  return file
}
