import { afterEach, beforeEach, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import type { ClientErrorBatch } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'
import { createBackoff } from '#client/lib/storage/backoff.ts'
import type { Person, TabParts, Uid } from '#client/testing/browser-tabs.ts'
import { expectInEveryOrder } from '#client/testing/orders.ts'
import { failAt } from '#client/testing/open-recorder.ts'

import { createCounter, createLocalLog } from './local-log.ts'
import { createErrorOutbox } from './outbox.ts'
import { createRecorder } from './recorder.ts'
import { createErrorSender } from './sender.ts'
import { createTransport } from './transport.ts'

/** About 100 a second. */
const RUNS = 500

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

interface Reporter extends Person {
  fail: (line: number) => void
  unsent: () => number
  unreported: () => number
}

/** Adds one to the number of this kind. */
const countOne = (counts: Map<string, number>, kind: string, by = 1) =>
  counts.set(kind, (counts.get(kind) ?? 0) + by)

function createIntake() {
  /** Numbers of errors by the line of our code. */
  const raised = new Map<string, number>()
  const logged = new Map<string, number>()
  const known = new Set<string>()
  /** Errors that were counted instead of stored. */
  let uncollected = 0
  let reported = 0
  const pages = new WeakMap<TabParts, Omit<Reporter, 'uid'>>()
  let ids = 0

  function receive({ batchId, entries, dropped }: ClientErrorBatch) {
    if (!known.has(batchId)) reported += dropped
    known.add(batchId)
    for (const { id, stack, count } of entries) {
      if (!known.has(id)) countOne(logged, stack!, count)
      known.add(id)
    }
    return Response.json({ accepted: entries.length, duplicate: 0, rejected: [] })
  }

  /** Does what `error-log.ts` does. */
  function openPage(tab: TabParts) {
    const { storage } = tab
    const now = () => Date.now()
    const newId = () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`
    const tabId = newId()
    const dropped = createCounter(storage, 'dropped')
    const noise = createCounter(storage, 'noise')
    const localLog = createLocalLog(storage)
    const outbox = createErrorOutbox({ storage, tabId, dropped, makeRoom: localLog.makeRoom })
    const sender = createErrorSender({
      origin: { tabId, release: '1', build: '1' },
      storage,
      outbox,
      dropped,
      noise,
      transport: createTransport({
        fetch: (_, { body, keepalive }) =>
          tab.reach(() => receive(JSON.parse(body as string) as ClientErrorBatch), keepalive),
        beacon: undefined,
        now,
      }),
      backoff: createBackoff({ delays: CLIENT_ERRORS, now, shared: { storage, key: 'resumeAt' } }),
      locks: tab.locks,
      after: tab.after,
      now,
      newId,
    })
    const { record, save } = createRecorder({
      outbox,
      localLog,
      dropped,
      noise,
      now,
      newId,
      page: () => ({ url: '', userAgent: '', userId: undefined }),
      onEntry: ({ type }) => type === 'crash' && void sender.flush(),
    })
    const flushRegularly = () => {
      void sender.flush()
      tab.after(CLIENT_ERRORS.flushEvery, flushRegularly)
    }
    tab.after(CLIENT_ERRORS.flushEvery, flushRegularly)
    return {
      fail(line: number) {
        const error = failAt(line % 3)
        countOne(raised, error.stack!)
        record(error, { type: line > 8 ? 'crash' : 'error' })
        dropped.add({ failed: 1 })
        uncollected += 1
        tab.after(CLIENT_ERRORS.saveAfter, save)
      },
      unsent: outbox.size,
      unreported: () => dropped.read()['failed'] ?? 0,
      onStorage: () => {},
      onOnline: () => void sender.flushOnline(),
      /** The page is hidden or closed. */
      stop() {
        save({ isLeaving: true })
        sender.flushBeforeLeaving()
      },
    }
  }

  return {
    openPerson(tab: TabParts, uid: Uid): Reporter {
      const page = pages.get(tab) ?? openPage(tab)
      pages.set(tab, page)
      return { uid, ...page }
    },
    press: (reporter: Reporter, choice: number) => reporter.fail(choice),
    onSignedOut: () => {},
    wrongIn: ({ unsent, unreported }: Reporter) => [
      ...(reported > uncollected ? [`${reported} of ${uncollected} losses are reported`] : []),
      ...(reported + unreported() < uncollected ? ['losses are forgotten'] : []),
      ...(unsent() > 0 ? ['entries are left'] : []),
      ...[...raised]
        .map(([stack, count]) => [count, logged.get(stack)])
        .filter(([a, b]) => a !== b)
        .map(([a, b]) => `${a} errors were raised, and ${b} logged`),
    ],
  }
}

test('each error is logged once, whatever is early, late or lost', { timeout: 10 * MINUTE }, () =>
  expectInEveryOrder(RUNS, createIntake),
)
