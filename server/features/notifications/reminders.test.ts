import { beforeEach, expect, test } from 'vitest'

import { allOf } from '#server/lib/all-of.ts'
import { deliverEverything } from '#server/testing/deliveries.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { outbox, reminderProgress } from './collection.ts'
import { createOutbox } from './outbox.ts'
import { createReminders } from './reminders.ts'

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-03-02T12:00:00Z')
const at = (hours: number) => new Date(START + hours * HOUR).toISOString()

let now = START
const store = openTemporaryStore([outbox, reminderProgress])
const { notify } = createOutbox({
  store,
  clock: () => now,
  log: { error: () => {} },
  accountStates: async () => () => 'active',
  hiddenFrom: async () => new Set(),
  activeIds: async () => [],
  adminIds: async () => [],
  attendeeIds: async () => [],
  deliveriesOf: deliverEverything,
  queueEmails: async () => {},
})
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
    notify,
    eventsStarting: async (after, until) => [event].filter(isStarting(after, until)),
    meetingsStarting: async (after, until) => [meeting].filter(isStarting(after, until)),
    promisesDueOn: async (days) => promises.filter(({ dueOn }) => days.includes(dueOn)),
    timeZonesOf: async () => zones,
  })
const remind = replica()
/** In the order of time. */
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

test('an event and a meeting are reminded of a day and an hour before, and a meeting is to be confirmed after', async () => {
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

test('confirmation is asked for an hour after the end, and not before', async () => {
  now = START + 4.74 * HOUR
  await remind()
  expect(await labels()).not.toContain('meetingConfirm')
  now = START + 4.75 * HOUR
  await remind()
  expect(await labels()).toContain('meetingConfirm')
})

test('replicas that remind at once do it once', async () => {
  now = START + 2 * HOUR
  await Promise.all([remind(), replica()(), replica()()])
  expect(await labels()).toEqual(['meetingReminder 1 hour'])
})

test('after a long downtime what would be late is left out', async () => {
  now = START + 12 * HOUR
  await remind()
  expect(await labels()).toEqual([])
  now = START + 29.5 * HOUR
  await remind()
  expect(await labels()).toEqual(['eventReminder 1 hour'])
})

test('a promise is reminded of at eight on the day before and on the day, where its owner is', async () => {
  const dueOn = '2026-03-08'
  promises = [...zones.keys(), 'gone'].map((owner) => ({
    id: owner,
    meeting: 'talk',
    owner,
    text: 'Bread',
    dueOn,
  }))
  for (; now <= START + 8 * 24 * HOUR; now += 50 * MINUTE) await remind()
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
  // Fourteen hours ahead of UTC.
  ['ada', '2026-03-07T18:00:00Z'],
  // On the day on which summer time begins.
  ['ben', '2026-03-08T15:00:00Z'],
  ['cem', '2026-03-08T02:15:00Z'],
] as const)('eight o’clock of %s is at %s', async ([owner, instant]) => {
  promises = [{ id: 'one', meeting: 'talk', owner, text: 'Bread', dueOn: '2026-03-08' }]
  const due = async () => (await labels()).filter((label) => label === 'promiseDue').length
  now = Date.parse(instant) - MINUTE
  await remind()
  const before = await due()
  now += MINUTE
  await remind()
  expect(await due()).toBe(before + 1)
})
