import { afterEach, beforeEach, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { memberActivity } from './collection.ts'
import { createActivityService } from './service.ts'

/** A Wednesday. */
const START = Date.parse('2026-03-04T12:00:00Z')

let store: ReturnType<typeof openTemporaryStore>
let now: number
beforeEach(() => {
  store = openTemporaryStore([meetings, memberActivity])
  now = START
})
afterEach(() => store.close())

const open = () => createActivityService({ store, clock: () => now, logger: { warn: () => {} } })

async function recorded(activity: ReturnType<typeof open>, id: string, day: string) {
  await expect.poll(async () => (await activity.exportOf(id)).activeOn, { interval: 5 }).toBe(day)
}

test('a member’s activity is recorded once a day and counted once a week', async () => {
  const activity = open()
  activity.recordActive('ada')
  await recorded(activity, 'ada', '2026-03-04')
  now += 14 * DAY
  activity.recordActive('ada')
  activity.recordActive('ada')
  await recorded(activity, 'ada', '2026-03-18')

  expect((await activity.exportOf('ada')).activeWeeks).toEqual(['2026-03-16', '2026-03-02'])
  expect(await activity.activeByWeek(4)).toEqual([0, 1, 0, 1])
  now += 7 * DAY
  expect(await activity.activeByWeek(4)).toEqual([1, 0, 1, 0])
  now += 14 * DAY
  expect(await activity.activeByWeek(2)).toEqual([0, 0])
})

test('active weeks before a long absence are not exported', async () => {
  const activity = open()
  activity.recordActive('ada')
  await recorded(activity, 'ada', '2026-03-04')
  now += 200 * DAY
  activity.recordActive('ada')
  await recorded(activity, 'ada', '2026-09-20')
  expect((await activity.exportOf('ada')).activeWeeks).toEqual(['2026-09-14'])
})

test('the download has the day of the first meeting that the member confirmed as held', async () => {
  await store.transact(async (tx) => {
    const held = (id: string, startsAt: string, ...confirmed: string[]) =>
      tx.put(
        meetings,
        meetingDocument(id, ['ada', 'grace'], {
          state: 'held',
          startsAt,
          confirmations: confirmed.map((member) => ({ member, held: true })),
        }),
      )
    held('first', '2026-02-26T10:00:00.000Z', 'grace')
    held('second', '2026-03-02T10:00:00.000Z', 'ada', 'grace')
    held('third', '2026-03-03T10:00:00.000Z', 'ada')
  })
  expect(await open().exportOf('ada')).toEqual({ activeWeeks: [], metOn: '2026-03-02' })
})

test('a deleted member leaves nothing', async () => {
  const activity = open()
  activity.recordActive('ada')
  await recorded(activity, 'ada', '2026-03-04')
  await activity.forget('ada')
  expect(await activity.exportOf('ada')).toEqual({ activeWeeks: [] })
})
