import { expect, test } from 'vitest'

import type { EventImportResult } from '#shared/events/imports.ts'

import { importBatches, resultsOf } from './batches.ts'
import type { FileEvent } from './imported-file.ts'

const event = (attendees: number, description = ''): FileEvent => ({
  row: 2,
  sourceId: 'evt-1',
  details: {
    title: 'Supper',
    description,
    startsAt: '2026-03-05T18:00:00.000Z',
    endsAt: '2026-03-05T20:00:00.000Z',
    allDay: false,
    timeZone: 'Europe/Lisbon',
    place: '',
  },
  attendees: Array.from({ length: attendees }, (_, at) => ({ email: `${at}@example.org`, guests: 0 })),
  withoutAddress: 0,
  notes: [],
})

test('a long list of attendees is sent in several requests, and their results are combined', () => {
  const batches = importBatches([event(450), event(0)])
  expect(batches.map(({ of }) => of)).toEqual([[0, 0, 0, 1]])
  expect(batches[0]!.items.map(({ attendees }) => attendees.length)).toEqual([200, 200, 50, 0])
  const result = (outcome: EventImportResult['outcome'], added: number): EventImportResult => ({
    outcome,
    problems: [],
    recordsAttendees: true,
    attendees: { added, already: 1, unknown: 2 },
  })
  const answers = [
    [result('created', 5), result('unchanged', 6), result('unchanged', 7), result('unchanged', 0)],
  ]
  expect(resultsOf(batches, answers)).toMatchObject([
    { outcome: 'created', attendees: { added: 18, already: 3, unknown: 6 } },
    { outcome: 'unchanged', attendees: { added: 0 } },
  ])
})

test('requests stay below the limits of events and of characters', () => {
  expect(importBatches(Array.from({ length: 120 }, () => event(0))).map(({ items }) => items.length)).toEqual(
    [50, 50, 20],
  )
  const long = importBatches(Array.from({ length: 20 }, () => event(0, 'x'.repeat(40_000))))
  expect(Math.max(...long.map(({ items }) => JSON.stringify(items).length))).toBeLessThan(310_000)
  expect(long.flatMap(({ of }) => of)).toEqual(Array.from({ length: 20 }, (_, at) => at))
})
