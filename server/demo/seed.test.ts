import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { CONNECTION_STATES } from '#shared/connection-rules.ts'
import { EVENT_FORMATS, EVENT_STATUSES } from '#shared/event-rules.ts'
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

const seedAgain = async () => {
  const config = readConfig({ ...emulatorSettings(emulator), DATA_DIR: dataDir })
  await seed(emulator, config)
  return config
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-seed-'))
  const { secret } = await seedAgain()
  store = openSqliteStore({ dataDir, secret, collections })
})
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})

const all = (collection: AnyCollection) => allOf(store, collection, {})
const valuesOf = (documents: readonly Record<string, unknown>[], field: string) =>
  new Set(documents.map((document) => document[field]))

test('a community of more than sixty people, in several cities, trades and time zones', async () => {
  const people = await all(members)
  expect(people.length).toBeGreaterThan(60)
  for (const field of ['industry', 'timeZone', 'company'])
    expect(valuesOf(people, field).size).toBeGreaterThan(9)
  expect(valuesOf(people, 'photo').size).toBeGreaterThan(45)
})

test('connections in every state', async () => {
  expect(valuesOf(await all(connections), 'state')).toEqual(new Set(CONNECTION_STATES))
})

test('events in every status and format, in several zones, full ones and a series', async () => {
  const programme = await all(events)
  expect(valuesOf(programme, 'status')).toEqual(new Set(EVENT_STATUSES))
  expect(valuesOf(programme, 'format')).toEqual(new Set(EVENT_FORMATS))
  expect(valuesOf(programme, 'timeZone').size).toBeGreaterThan(3)
  expect([...valuesOf(programme, 'seriesId')].filter(Boolean)).toHaveLength(1)
  expect((await all(eventSeats)).some(({ waiting }) => waiting > 0)).toBe(true)
  expect((await all(rsvps)).some(({ checkedInAt }) => checkedInAt)).toBe(true)
})

test('seeding again adds nothing', async () => {
  const counted = () => Promise.all(collections.map(async (collection) => (await all(collection)).length))
  const before = await counted()
  await seedAgain()
  expect(await counted()).toEqual(before)
})
