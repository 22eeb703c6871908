import { expect, test } from 'vitest'

import { NOON } from '#client/testing/error-entries.ts'
import { failAt, openRecorder } from '#client/testing/open-recorder.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'
import { MINUTE } from '#shared/lib/durations.ts'

test('errors beyond 60 in a minute are summed up in one entry', () => {
  const { clock, record, save, entries } = openRecorder()
  for (let line = 1; line <= 1_000; line++) record(failAt(line), { type: 'error' })
  clock.now += 2_000
  record(failAt(1_001), { type: 'error' })
  save()
  expect(entries()).toHaveLength(60)

  clock.now += CLIENT_ERRORS.repeatWindow + 1
  save()
  expect(entries()).toHaveLength(61)
  expect(entries().at(-1)).toMatchObject({
    type: 'flood',
    count: 941,
    timestamp: '2027-03-01T12:00:00.000Z',
    lastAt: '2027-03-01T12:00:02.000Z',
  })

  clock.now = NOON + MINUTE
  record(failAt(1_002), { type: 'error' })
  expect(entries()).toHaveLength(62)
})

test('an error in a flood has the id of the entry that sums up the flood', () => {
  const { record, entryOf, save, entries } = openRecorder()
  for (let line = 1; line <= 60; line++) record(failAt(line), { type: 'error' })
  const crash = failAt(61)
  const entry = record(crash, { type: 'crash' })
  expect(record('thrown text', { type: 'crash' })).toBe(entry)
  expect(entryOf(crash)).toBe(entry)

  save({ isLeaving: true })
  expect(entries().at(-1)).toMatchObject({ id: entry?.id, type: 'flood', count: 2 })
})

test('endless errors are summed up once a minute, and before the page closes', () => {
  const { clock, record, save, entries } = openRecorder()
  for (let second = 0; second < 120; second++) {
    clock.now = NOON + second * 1_000
    for (let line = 0; line < 10; line++) record(failAt(10 * second + line), { type: 'error' })
    save()
  }
  save({ isLeaving: true })

  const sums = entries().filter(({ type }) => type === 'flood')
  expect(sums).toMatchObject([{ count: 540 }, { count: 540 }])
  expect(entries()).toHaveLength(122)
})

test.each([
  ['different errors', (index: number) => new Error(`Failure ${index}`)],
  ['repeats of one error', () => new Error('Again')],
  ['noise', () => 'ResizeObserver loop limit exceeded'],
])('10,000 errors cost less than 200 ms: %s', (_name, make) => {
  const { record, save, entries } = openRecorder()
  const errors = Array.from({ length: 10_000 }, (_, index) => make(index))
  const begun = process.threadCpuUsage()
  for (const error of errors) record(error, { type: 'error' })
  save({ isLeaving: true })
  expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(200)
  expect(entries().length).toBeLessThanOrEqual(61)
})
