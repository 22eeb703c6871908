import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { CONNECTION_STATES } from '#shared/connection-rules.ts'
import { EVENT_FORMATS, EVENT_STATUSES, type RsvpState } from '#shared/event-rules.ts'
import { collections } from '#server/collections.ts'
import { readConfig } from '#server/config.ts'
import { connections } from '#server/features/connections/collection.ts'
import { eventSeats, rsvps } from '#server/features/rsvps/collection.ts'
import { events } from '#server/features/events/collection.ts'
import { members } from '#server/features/members/collection.ts'
import { allOf } from '#server/lib/all-of.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { authEmulatorAt } from '#server/testing/auth-emulator.ts'
import { emulatorSettings } from '#server/testing/stack.ts'

import { seed } from './seed.ts'

let store: Store
let dataDir: string
const emulator = authEmulatorAt(inject('authEmulator'))

const runSeed = async () => {
  const config = readConfig({ ...emulatorSettings(emulator), DATA_DIR: dataDir })
  await seed(emulator, config)
  return config
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-seed-'))
  const { secret } = await runSeed()
  store = openSqliteStore({ dataDir, secret, collections })
}, 60_000)
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})

const all = (collection: AnyCollection) => allOf(store, collection, {})
/** The demo member's RSVPs to upcoming events, the next first. */
const upcomingRsvps = (state: RsvpState) =>
  allOf(store, rsvps, {
    where: { member: 'demo-member', state },
    orderBy: 'startsAt',
    range: { gt: new Date().toISOString() },
  })
const minutesUntil = (instant = '') => (Date.parse(instant) - Date.now()) / 60_000
const valuesOf = (documents: readonly Record<string, unknown>[], field: string) =>
  new Set(documents.map((document) => document[field]))

test('there are more than sixty members, in several cities, industries and time zones', async () => {
  const people = await all(members)
  expect(people.length).toBeGreaterThan(60)
  for (const field of ['industry', 'timeZone', 'company'])
    expect(valuesOf(people, field).size).toBeGreaterThan(9)
  expect(valuesOf(people, 'photo').size).toBeGreaterThan(45)
})

test('there are connections in every state', async () => {
  expect(valuesOf(await all(connections), 'state')).toEqual(new Set(CONNECTION_STATES))
})

test('there are events in every status and format, in several time zones, full ones and a series', async () => {
  const seeded = await all(events)
  expect(valuesOf(seeded, 'status')).toEqual(new Set(EVENT_STATUSES))
  expect(valuesOf(seeded, 'format')).toEqual(new Set(EVENT_FORMATS))
  expect(valuesOf(seeded, 'timeZone').size).toBeGreaterThan(3)
  expect([...valuesOf(seeded, 'seriesId')].filter(Boolean)).toHaveLength(1)
  expect((await all(eventSeats)).some(({ waiting }) => waiting > 0)).toBe(true)
  expect((await all(rsvps)).some(({ checkedInAt }) => checkedInAt)).toBe(true)
})

test('completed events are past, others are upcoming, one is cancelled and one is a draft', async () => {
  const seeded = await all(events)
  const startsBy = (status: string) =>
    seeded.flatMap((event) => (event['status'] === status ? [String(event['startsAt'])] : []))
  const now = new Date().toISOString()
  expect(startsBy('completed').every((start) => start < now)).toBe(true)
  expect(startsBy('published').filter((start) => start > now).length).toBeGreaterThan(8)
  expect([startsBy('cancelled').length, startsBy('draft').length]).toEqual([1, 1])
})

test('the demo member is going to an event that begins in about two hours', async () => {
  const [next] = await upcomingRsvps('going')
  const minutes = minutesUntil(next?.startsAt)
  expect(minutes).toBeGreaterThan(110)
  expect(minutes).toBeLessThanOrEqual(135)
})

test('the demo member is offered a freed seat, with a deadline', async () => {
  const offers = await upcomingRsvps('offered')
  expect(offers).toHaveLength(1)
  expect(minutesUntil(offers[0]?.startsAt)).toBeLessThan(24 * 60)
  expect(minutesUntil(offers[0]?.offerUntil)).toBeGreaterThan(110)
  const seats = await store.get(eventSeats, offers[0]?.event ?? '')
  expect(seats).toMatchObject({ going: 5, held: 1, waiting: 2 })
})

test('seeding again adds nothing', { timeout: 60_000 }, async () => {
  const counted = () => Promise.all(collections.map(async (collection) => (await all(collection)).length))
  const before = await counted()
  await runSeed()
  expect(await counted()).toEqual(before)
})
