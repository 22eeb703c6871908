import { afterAll, beforeAll, expect, test } from 'vitest'

import { connections } from '#server/features/connections/collection.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/events.ts'

let running: TestApp
beforeAll(async () => {
  running = await startTestApp()
})
afterAll(() => running.close())

const HOUR = 60 * 60 * 1_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

test('someone new has nothing waiting, an open week, and a profile to begin with', async () => {
  const ada = await running.member()
  expect((await ada.call('GET', '/api/dashboard')).json()).toEqual({
    displayName: '',
    requests: [],
    nextSevenDays: { events: [], meetings: [] },
    profile: { completeness: 0, missing: expect.arrayContaining(['displayName', 'asks']) },
  })
})

test('shows what waits for this member and what they take part in within seven days', async () => {
  const ada = await running.member()
  const grace = await running.member()
  await running.store.transact(async (tx) => {
    tx.put(connections, {
      id: 'ada-grace',
      members: [ada.uid, grace.uid],
      receiver: ada.uid,
      state: 'requested',
      changedAt: inHours(-1),
    })
    putSeated(tx, eventDocument('soon', { startsAt: inHours(1) }), [ada.uid])
    putSeated(tx, eventDocument('over', { startsAt: inHours(-3) }), [ada.uid])
    putSeated(tx, eventDocument('later', { startsAt: inHours(8 * 24) }), [ada.uid])
    putSeated(tx, eventDocument('of-others', { startsAt: inHours(1) }), [grace.uid])
    tx.put(meetings, {
      id: 'talk',
      purpose: 'Talk',
      kind: 'advice',
      status: 'scheduled',
      startsAt: inHours(2),
      durationMinutes: 30,
      participants: [ada.uid, grace.uid],
      proposedAt: inHours(-5),
    })
  })

  const seen = (await ada.call('GET', '/api/dashboard')).json()
  expect(seen).toMatchObject({
    requests: [{ id: 'ada-grace', member: { id: grace.uid } }],
    nextSevenDays: { events: [{ id: 'soon' }], meetings: [{ id: 'talk' }] },
  })
  expect((await grace.call('GET', '/api/dashboard')).json()).toMatchObject({ requests: [] })
})
