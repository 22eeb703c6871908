import { expect, test } from 'vitest'

import { auditEntries } from './collection.ts'

test('no code path can change or delete an entry', () => {
  expect(auditEntries.appendOnly).toBe(true)
})

test.each([
  ['own_data.exported', 'member.data_exported'],
  ['member.deletion_asked', 'member.deletion_requested'],
  ['member.deletion_taken_back', 'member.deletion_cancelled'],
  ['session.ended', 'session.ended'],
])('an entry of version 1 about %s is read as %s', (before, action) => {
  const entry = { id: 'entry', at: '2026-01-01T00:00:00.000Z', actor: 'ada', target: 'ada' }
  expect(auditEntries.migrate?.({ ...entry, action: before }, 1)).toEqual({ ...entry, action })
})
