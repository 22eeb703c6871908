import { expect, test } from 'vitest'

import { createMemoryStorage } from '#client/testing/memory-storage.ts'
import { failAt, openRecorder } from '#client/testing/open-recorder.ts'
import { NOON } from '#client/testing/error-entries.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

test('an error is logged once, however many handlers see it', () => {
  const { record, entryOf, entries, localLog } = openRecorder()
  const error = failAt(1)

  expect(entryOf(error)).toBeUndefined()
  const entry = record(error, { type: 'crash' })
  expect(record(error, { type: 'error' })).toBe(entry)
  expect(entryOf(error)).toBe(entry)

  expect(entries()).toMatchObject([{ type: 'crash', id: entry?.id }])
  expect(entries()[0]).not.toHaveProperty('count')
  expect(localLog.read()).toHaveLength(1)
})

test('repeats within 5 s are one entry with a count; the local log has each', () => {
  const { clock, record, entries, localLog } = openRecorder()
  for (let second = 0; second <= 5; second++) {
    clock.now = NOON + second * 1_000
    record(failAt(1), { type: 'error' })
  }

  expect(entries()).toMatchObject([
    { count: 6, timestamp: '2027-03-01T12:00:00.000Z', lastAt: '2027-03-01T12:00:05.000Z' },
  ])
  expect(localLog.read()).toHaveLength(6)
})

test('a repeat after 5 s is an entry of its own', () => {
  const { clock, record, entries } = openRecorder()
  record(failAt(1), { type: 'error' })
  clock.now += CLIENT_ERRORS.repeatWindow + 1
  record(failAt(1), { type: 'error' })

  expect(entries()).toHaveLength(2)
})

test('the same message from other code, or from another handler, is a separate entry', () => {
  const { record, entries } = openRecorder()
  record(failAt(1), { type: 'error' })
  record(failAt(2), { type: 'error' })
  record(failAt(1), { type: 'unhandledrejection' })

  expect(entries()).toHaveLength(3)
})

test('a repeat of an entry that is already being sent becomes a new entry', () => {
  const { record, outbox, entries } = openRecorder()
  record(failAt(1), { type: 'error' })
  outbox.seal(outbox.ownPending()[0]?.key ?? '')
  record(failAt(1), { type: 'error' })

  expect(entries().map(({ count }) => count)).toEqual([undefined, undefined])
})

test('a failed call that crashed a screen is one route error', () => {
  const { record, entries, localLog } = openRecorder()
  const error = Object.assign(failAt(1), { requestId: 'r-1' })

  record(error, { type: 'api', metadata: { url: '/api/events' } })
  record(error, { type: 'route error' })

  const expected = [{ type: 'route error', requestId: 'r-1', metadata: { url: '/api/events' } }]
  expect(entries()).toMatchObject(expected)
  expect(localLog.read()).toMatchObject(expected)
})

test('a failed call that was sent before it crashed a screen is logged again as a route error', () => {
  const { record, outbox, entries } = openRecorder()
  const error = failAt(1)
  record(error, { type: 'api' })
  outbox.seal(outbox.ownPending()[0]?.key ?? '')
  record(error, { type: 'route error' })

  expect(entries()).toMatchObject([{ type: 'api' }, { type: 'route error' }])
})

test('noise is left out and counted by its reason, separately from losses', () => {
  const { record, entries, localLog, dropped, noise, save } = openRecorder()
  record('ResizeObserver loop limit exceeded', { type: 'error' })
  record('ResizeObserver loop limit exceeded', { type: 'error' })
  record(Object.assign(new Error('x'), { stack: 'at f (webkit-masked-url://hidden/:1:2)' }), {
    type: 'error',
  })
  save()

  expect(entries()).toEqual([])
  expect(localLog.read()).toEqual([])
  expect(noise.read()).toEqual({ layout: 2, extension: 1 })
  expect(dropped.read()).toEqual({})
})

test('a stale chunk is tagged', () => {
  const { record, entries } = openRecorder()
  record(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'), { type: 'route error' })

  expect(entries()[0]?.metadata).toMatchObject({ tag: 'stale chunk' })
})

test('the local log keeps the last 100', () => {
  const { record, localLog, clock } = openRecorder()
  for (let line = 1; line <= 103; line++) {
    clock.now += 1_000
    record(`Failure ${line}`, { type: 'error' })
  }

  const messages = localLog.read().map(({ message }) => message)
  expect(messages).toHaveLength(100)
  expect(messages[0]).toBe('Failure 4')
  expect(messages.at(-1)).toBe('Failure 103')
})

test('the local log makes room for unsent entries when storage is full', () => {
  const { record, save, localLog, outbox, dropped } = openRecorder(createMemoryStorage({ quota: 20_000 }))
  for (let line = 1; line <= 50; line++) {
    record(`Failure ${line}`, { type: 'error' })
    save()
  }

  expect(outbox.size()).toBe(50)
  expect(dropped.read()).toEqual({})
  expect(localLog.read().length).toBeLessThan(50)
})

test('a load that fails on each retry makes one entry, and so does its error screen', () => {
  const { clock, record, entries } = openRecorder()
  const attempts = [failAt(1), failAt(1), failAt(1)]
  for (const error of attempts) {
    record(error, { type: 'api', metadata: { url: '/api/events' } })
    clock.now += 1_000
  }
  record(attempts.at(-1), { type: 'route error' })

  expect(entries()).toMatchObject([{ type: 'route error', count: 3, metadata: { url: '/api/events' } }])
})

test('a failed load makes one entry even if only its last failure was not logged', () => {
  const { record, entries } = openRecorder()
  record(failAt(1), { type: 'api', metadata: { url: '/api/events' } })
  record(failAt(2), { type: 'route error' })

  expect(entries()).toMatchObject([{ type: 'route error', metadata: { url: '/api/events' } }])
})

test('the errors within an AggregateError are kept', () => {
  const { record, entries } = openRecorder()
  record(new AggregateError([new TypeError('First'), 'second'], 'All failed'), { type: 'error' })

  expect(entries()).toMatchObject([
    { message: 'All failed', metadata: { name: 'AggregateError', errors: ['TypeError: First', 'second'] } },
  ])
})

test('the sender is notified of a new entry, and of a failed call that crashed the screen', () => {
  const { record, kept } = openRecorder()
  const error = failAt(1)
  record(error, { type: 'api' })
  record(failAt(1), { type: 'api' })
  record(error, { type: 'crash' })

  expect(kept).toHaveLength(2)
  expect(kept.at(-1)).toMatchObject({ type: 'crash' })
})
