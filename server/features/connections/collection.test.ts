import { expect, test } from 'vitest'

import { connections } from './collection.ts'

test('a connection of version 1, which only sample data has, is read as removed', () => {
  const old = {
    id: 'demo-accepted',
    members: ['ada', 'grace'],
    receiver: 'grace',
    state: 'accepted',
    changedAt: '2026-01-01T00:00:00.000Z',
  }
  expect(connections.migrate?.(old, 1)).toEqual({
    id: 'demo-accepted',
    members: ['ada', 'grace'],
    requester: 'ada',
    receiver: 'grace',
    requestedAt: old.changedAt,
    note: '',
    state: 'removed',
    changedAt: old.changedAt,
    changedBy: 'ada',
    unanswered: false,
  })
})

test.each([2, 3])('a connection of version %i loses its short-lived undos', (version) => {
  const connection = {
    id: 'pair',
    members: ['ada', 'grace'],
    requester: 'ada',
    receiver: 'grace',
    requestedAt: '2026-01-01T00:00:00.000Z',
    note: '',
    state: 'requested',
    changedAt: '2026-01-01T00:00:00.000Z',
    changedBy: 'ada',
    unanswered: true,
  }
  const undo = { by: 'ada', at: '2026-01-01T00:00:00.000Z' }
  const takenBack = version === 2 ? undo : [undo]
  expect(connections.migrate?.({ ...connection, takenBack }, version)).toEqual(connection)
})
