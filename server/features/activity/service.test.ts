import { afterEach, beforeEach, expect, test } from 'vitest'

import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { meetingCounts, memberActivity } from './collection.ts'
import { metAmong } from './queries.ts'
import { createActivityService, type HeldMeeting } from './service.ts'

const DAY = 24 * 60 * 60 * 1_000
/** A Wednesday. */
const START = Date.parse('2026-03-04T12:00:00Z')

let store: ReturnType<typeof openTemporaryStore>
let now: number
let held: HeldMeeting[]
let asked: string[]
beforeEach(() => {
  store = openTemporaryStore([meetingCounts, memberActivity])
  now = START
  held = []
  asked = []
})
afterEach(() => store.close())

/** One replica. */
const open = () =>
  createActivityService({
    store,
    clock: () => now,
    log: { warn: () => {} },
    async *heldMeetings(from) {
      asked.push(from)
      yield* held.filter(({ startsAt }) => startsAt >= from)
    },
  })

async function recorded(activity: ReturnType<typeof open>, id: string, day: string) {
  await expect.poll(async () => (await activity.exportOf(id)).activeOn, { interval: 5 }).toBe(day)
}

test('a member is active once a day, and in each week with such a day', async () => {
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

test('after a long absence the weeks before are not counted', async () => {
  const activity = open()
  activity.recordActive('ada')
  await recorded(activity, 'ada', '2026-03-04')
  now += 200 * DAY
  activity.recordActive('ada')
  await recorded(activity, 'ada', '2026-09-20')
  expect((await activity.exportOf('ada')).activeWeeks).toEqual(['2026-09-14'])
})

test('meetings are counted by week: all of them first, then those that can still be confirmed', async () => {
  const replicas = [open(), open()] as const
  held = [
    { startsAt: '2025-06-02T10:00:00.000Z', people: ['lin'] },
    { startsAt: '2026-03-02T10:00:00.000Z', people: ['ada', 'grace'] },
    { startsAt: '2026-03-03T10:00:00.000Z', people: ['ada'] },
  ]
  await Promise.all(replicas.map((replica) => replica.countMeetings()))
  expect(asked).toEqual([''])
  expect(await replicas[1].meetingsByWeek(3)).toEqual([0, 0, 2])
  const met = metAmong(await store.views(), ['ada', 'grace', 'lin', 'eve'])
  expect([...met].toSorted()).toEqual(['ada', 'grace', 'lin'])
  expect(await replicas[0].exportOf('ada')).toMatchObject({ metOn: '2026-03-02' })

  held.push({ startsAt: '2026-02-27T10:00:00.000Z', people: ['eve'] })
  await replicas[0].countMeetings()
  expect(asked).toHaveLength(1)
  now += 60 * 60 * 1_000
  await replicas[0].countMeetings()
  expect(asked).toEqual(['', '2026-02-02'])
  expect(await replicas[0].meetingsByWeek(3)).toEqual([0, 1, 2])
})

test('a deleted member leaves nothing', async () => {
  const activity = open()
  activity.recordActive('ada')
  await recorded(activity, 'ada', '2026-03-04')
  await activity.forget('ada')
  expect(await activity.exportOf('ada')).toEqual({ activeWeeks: [] })
})
