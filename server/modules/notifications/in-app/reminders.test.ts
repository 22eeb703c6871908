import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { allOf } from '#server/store/all-of.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { createOutbox } from '#server/modules/operations/outbox/service.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { partOf } from '#server/tools/part-of.ts'

import { reminderProgress } from './collection.ts'
import { createReminders } from './reminders.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
const at = (hours: number) => new Date(START + hours * HOUR).toISOString()

let now = START
const store = openTemporaryStore([outbox, reminderProgress])
const entries = createOutbox({ store, clock: () => now })
const event = { id: 'breakfast', title: 'Breakfast', startsAt: at(30) }
const meeting = {
  id: 'talk',
  purpose: 'Talk',
  startsAt: at(3),
  durationMinutes: 45,
  participants: ['ada', 'ben'],
}
const zones = new Map([
  ['ada', 'Pacific/Kiritimati'],
  ['ben', 'America/Los_Angeles'],
  ['cem', 'Asia/Kathmandu'],
])
let promises: { id: string; meeting: string; owner: string; text: string; dueOn: string }[] = []
const isStarting =
  (after: string, until: string) =>
  ({ startsAt }: { startsAt: string }) =>
    startsAt > after && startsAt <= until
const replica = () =>
  createReminders({
    store,
    clock: () => now,
    operations: partOf<Operations>({ outbox: entries }),
    people: partOf<People>({ members: { timeZonesOf: async () => zones } }),
    programme: partOf<Programme>({
      reader: { starting: async (...range: [string, string]) => [event].filter(isStarting(...range)) },
    }),
    conversation: partOf<Conversation>({ feedback: { dueBetween: async () => [] } }),
    meetings: partOf<Meetings>({
      meetings: {
        starting: async (...range: [string, string]) => [meeting].filter(isStarting(...range)),
        promisesDueOn: async (days: readonly string[]) =>
          promises.filter(({ dueOn }) => days.includes(dueOn)),
      },
    }),
  })
const remind = replica()
/** Recorded domain events in the order of time. */
const recorded = async () => (await allOf(store, outbox, {})).toSorted((a, b) => (a.at < b.at ? -1 : 1))
const labels = async () =>
  (await recorded()).map(({ topic, data }) => [topic, data['within']].filter(Boolean).join(' '))

beforeEach(async () => {
  now = START
  promises = []
  const old = await recorded()
  await store.transact(async (tx) => {
    tx.delete(reminderProgress, 'reminders')
    for (const { id } of old) tx.delete(outbox, id)
  })
  await remind()
})

test('reminders of an event and a meeting come a day and an hour before, and a meeting needs confirming after it', async () => {
  for (; now <= START + 31 * HOUR; now += 30 * MINUTE) await remind()
  expect(await labels()).toEqual([
    'meetingReminder 1 hour',
    'meetingConfirm',
    'eventReminder 24 hours',
    'eventReminder 1 hour',
  ])
  expect((await recorded()).map(({ recipients }) => recipients)).toEqual([
    ['ada', 'ben'],
    ['ada', 'ben'],
    'going',
    'going',
  ])
})

test('confirmation is requested an hour after the end, and not before', async () => {
  now = START + 4.74 * HOUR
  await remind()
  expect(await labels()).not.toContain('meetingConfirm')
  now = START + 4.75 * HOUR
  await remind()
  expect(await labels()).toContain('meetingConfirm')
})

test('replicas that remind at once send one reminder', async () => {
  now = START + 2 * HOUR
  await Promise.all([remind(), replica()(), replica()()])
  expect(await labels()).toEqual(['meetingReminder 1 hour'])
})

test('the reminder of the previous day is sent late after a downtime of two hours, with the remaining time', async () => {
  now = START + 8 * HOUR
  await remind()
  expect(await labels()).toContain('eventReminder 22 hours')
  now = START + 28.9 * HOUR
  await remind()
  expect((await labels()).filter((label) => label.startsWith('event'))).toEqual(['eventReminder 22 hours'])
})

test('a reminder that is late after a downtime names the remaining minutes', async () => {
  now = START + 28 * HOUR
  await remind()
  now = START + 29.5 * HOUR
  await remind()
  expect(await labels()).toContain('eventReminder 30 minutes')
})

test('after a downtime of most of a day, only the reminder of the last hour is sent', async () => {
  now = START + 27.5 * HOUR
  await remind()
  expect(await labels()).toEqual(['meetingConfirm'])
  now = START + 29 * HOUR
  await remind()
  expect(await labels()).toContain('eventReminder 1 hour')
})

test('the question whether a meeting took place is asked after a downtime of days, while it can be confirmed', async () => {
  now = START + 13 * DAY
  await remind()
  expect(await labels()).toEqual(['meetingConfirm'])
})

test('no one is asked whether the meeting took place after confirmation has closed', async () => {
  now = START + 15 * DAY
  await remind()
  expect(await labels()).toEqual([])
})

test('replicas that start together after a downtime send late reminders once', async () => {
  now = START + 8 * HOUR
  await Promise.all([remind(), replica()(), replica()()])
  expect(await labels()).toHaveLength(2)
})

test.for([
  ['in the evening of the day before', '2026-03-07T20:00:00Z', ['tomorrow']],
  ['in the evening of the day', '2026-03-08T20:00:00Z', ['today']],
  ['on a later day', '2026-03-10T20:00:00Z', []],
] as const)(
  'a reminder of a promise after a downtime that ends %s contains the current state',
  async ([, end, due]) => {
    promises = [{ id: 'one', meeting: 'talk', owner: 'cem', text: 'Bread', dueOn: '2026-03-08' }]
    zones.set('cem', 'Europe/London')
    onTestFinished(() => void zones.set('cem', 'Asia/Kathmandu'))
    now = Date.parse(end)
    await remind()
    const found = (await recorded()).filter(({ topic }) => topic === 'promiseDue')
    expect(found.map(({ data }) => data['due'])).toEqual(due)
  },
)

test('reminders of a promise come at eight on the day before and on the day, in the zone of its owner', async () => {
  const dueOn = '2026-03-08'
  promises = [...zones.keys(), 'gone'].map((owner) => ({
    id: owner,
    meeting: 'talk',
    owner,
    text: 'Bread',
    dueOn,
  }))
  for (; now <= START + 8 * DAY; now += 50 * MINUTE) await remind()
  const due = (await recorded())
    .filter(({ topic }) => topic === 'promiseDue')
    .map(({ recipients, data }) => `${String(recipients)} ${data['due']}`)
  expect(due.toSorted()).toEqual([
    'ada today',
    'ada tomorrow',
    'ben today',
    'ben tomorrow',
    'cem today',
    'cem tomorrow',
  ])
})

test.for([
  // This zone is fourteen hours ahead of UTC.
  ['ada', '2026-03-07T18:00:00Z'],
  // Summer time begins on this day.
  ['ben', '2026-03-08T15:00:00Z'],
  ['cem', '2026-03-08T02:15:00Z'],
] as const)('eight o’clock in the time zone of %s is at %s', async ([owner, instant]) => {
  promises = [{ id: 'one', meeting: 'talk', owner, text: 'Bread', dueOn: '2026-03-08' }]
  const due = async () => (await labels()).filter((label) => label === 'promiseDue').length
  now = Date.parse(instant) - MINUTE
  await remind()
  const before = await due()
  now += MINUTE
  await remind()
  expect(await due()).toBe(before + 1)
})
