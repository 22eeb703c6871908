import { expect, onTestFinished, test } from 'vitest'

import { collections } from '#server/collections.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { dayNumber } from '#server/lib/time/weeks.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { membersWithout, metByWeek } from './queries.ts'

/** A Wednesday. */
const TODAY = dayNumber(Date.parse('2026-03-04'))

test('meetings count in the week in which they were held, and for members who confirmed them', async () => {
  const store = openTemporaryStore(collections)
  onTestFinished(() => store.close())
  await store.transact(async (tx) => {
    for (const [at, id] of ['ada', 'grace', 'lin'].entries())
      tx.put(members, { ...bulkMember(at, Date.now()), id, status: 'active' })
    const held = (startsAt: string, state: 'held' | 'notHeld' = 'held') => {
      const confirmations = [{ member: 'ada', held: state === 'held' }]
      const meeting = { state, startsAt, confirmations }
      tx.put(meetings, meetingDocument(`${state}-${startsAt.slice(0, 10)}`, ['ada', 'grace'], meeting))
    }
    held('2025-06-02T10:00:00.000Z')
    held('2026-02-27T10:00:00.000Z')
    held('2026-03-02T10:00:00.000Z')
    held('2026-03-03T10:00:00.000Z')
    held('2026-03-03T11:00:00.000Z', 'notHeld')
  })
  const views = await store.views()
  expect(metByWeek(views, TODAY, 3)).toEqual([0, 1, 2])
  expect(membersWithout(views).meeting).toBe(2)
})
