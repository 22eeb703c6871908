import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { CONNECTION_STATES } from '#shared/people/connection-rules.ts'
import { MEETING_STATUSES } from '#shared/meetings/rules.ts'
import { TIERS } from '#shared/people/tiers.ts'
import { EVENT_FORMATS, EVENT_STATUSES, type RsvpState } from '#shared/events/rules.ts'
import type { MeetingListItem } from '#shared/meetings/schema.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { readConfig } from '#server/config/config.ts'
import { availability } from '#server/modules/meetings/availability/collection.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { prestigeSummaries } from '#server/modules/prestige/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { eventSeats, rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

import { openSeedContext, type SeedContext } from './context.ts'
import { MARA } from './people.ts'
import { seed } from './seed.ts'

let context: SeedContext
let store: Store
let services: SeedContext['services']
let dataDir: string
const emulator = authEmulatorAt(inject('authEmulator'))

const runSeed = async () => {
  const config = readConfig({ ...emulatorSettings(emulator), DATA_DIR: dataDir })
  await seed(emulator, config)
  return config
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-seed-'))
  context = openSeedContext(await runSeed())
  ;({ store, services } = context)
}, 60_000)
afterAll(async () => {
  await context.close()
  await rm(dataDir, { recursive: true })
})

const all = <C extends AnyCollection>(collection: C) => allOf(store, collection, {})
/** The demo member's RSVPs to upcoming events, the next first. */
async function upcomingRsvps(state: RsvpState) {
  const upcoming = await allOf(store, rsvps, {
    where: { member: MARA },
    orderBy: 'startsAt',
    range: { gt: new Date().toISOString() },
  })
  return upcoming.filter((rsvp) => rsvp.state === state)
}
async function allPast() {
  const items: MeetingListItem[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await services.meetings.meetings.lists.past(MARA, cursor)
    items.push(...page.items)
    cursor = page.next
  }
  return items
}
const minutesUntil = (instant = '') => (Date.parse(instant) - Date.now()) / 60_000
const valuesOf = <D, F extends keyof D>(documents: readonly D[], field: F) =>
  new Set(documents.map((document) => document[field]))

test('there are more than sixty members, in several cities, industries and time zones', async () => {
  const people = await all(members)
  expect(people.length).toBeGreaterThan(60)
  for (const field of ['industry', 'timeZone', 'company'] as const)
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
    seeded.flatMap((event) => (event.status === status ? [event.startsAt] : []))
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

test('the demo member has meetings in every state', async () => {
  const { toAnswer, waiting, coming, toConfirm } = await services.meetings.meetings.lists.list(MARA)
  const past = await allPast()
  const statuses = [toAnswer, waiting, coming, toConfirm, past].flat().map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(MEETING_STATUSES))
  expect([toAnswer.length, waiting.length, coming.length, toConfirm.length]).toEqual([3, 3, 2, 1])
  expect(coming.every(({ startsAt }) => minutesUntil(startsAt) < 7 * 24 * 60)).toBe(true)
})

test('promises of the demo member are open, due tomorrow, overdue, done and dropped', async () => {
  const { promises, promisesToConfirm, outcomesToConfirm } =
    await services.meetings.meetings.lists.tasksOf(MARA)
  const dayFromNow = (days: number) =>
    Temporal.Now.zonedDateTimeISO('Europe/Lisbon').toPlainDate().add({ days }).toString()
  expect(promises.map(({ dueOn }) => dueOn)).toEqual([dayFromNow(-2), dayFromNow(1), dayFromNow(9)])
  expect([promisesToConfirm.length, outcomesToConfirm.length]).toEqual([1, 1])
  const own = (await all(meetings)).flatMap((meeting) =>
    meeting.promises.filter(({ owner }) => owner === MARA),
  )
  expect(own.some(({ state, confirmedAt }) => state === 'done' && !confirmedAt)).toBe(true)
  expect(own.some(({ state, confirmedAt }) => state === 'done' && confirmedAt)).toBe(true)
  expect(own.find(({ state }) => state === 'dropped')?.reason).toBeTruthy()
})

test('the demo member met someone at a breakfast, kept a promise, and was thanked', async () => {
  const found = (await all(meetings)).find(
    ({ source, state }) => source?.kind === 'event' && state === 'held',
  )
  const event = await store.get(events, found?.source?.id ?? '')
  const [met = ''] = found?.participants.filter((id) => id !== MARA) ?? []
  const arrivals = await allOf(store, rsvps, { where: { event: event?.id ?? '' }, orderBy: 'checkedInAt' })
  expect(arrivals.map(({ member }) => member)).toEqual(expect.arrayContaining([MARA, met]))
  expect(found?.promises.some(({ owner, confirmedAt }) => owner === MARA && confirmedAt)).toBe(true)
  expect(found?.thanks).toMatchObject([{ from: met, to: MARA }])
  expect(found?.notes.text).toBeTruthy()
})

test('members have every tier, and some of each are on the public page', async () => {
  const evaluated = (await all(prestigeSummaries)).map((summary) => summary.evaluated?.tier)
  expect(new Set(evaluated)).toEqual(new Set(TIERS))
  const { items } = await services.prestige.publicPage.publicMembers({})
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([MARA, 'demo-organiser']))
  expect(new Set(items.map(({ tier }) => tier)).size).toBeGreaterThan(2)
  expect(items.find(({ id }) => id === 'demo-organiser')?.tier).toBe('Gold')
  expect(items.every(({ headline, industry }) => headline && industry)).toBe(true)
})

test('two entries are disputed, one of them of the demo member, who has a link to her statement', async () => {
  const { items } = await services.prestige.disputes.openDisputes({ id: 'demo-admin' })
  expect(items.map(({ member }) => member.id).toSorted()).toEqual([MARA, 'demo-organiser'])
  expect((await services.prestige.statements.own(MARA)).link).toBeDefined()
})

test('the demo member has read the notifications of earlier days, and has new ones', async () => {
  const earlier = new Date(Date.now() - 3 * DAY).toISOString()
  const own = await allOf(store, notifications, { where: { member: MARA }, orderBy: 'at', direction: 'desc' })
  expect(own.some(({ at, unread }) => at < earlier && !unread)).toBe(true)
  expect(own.filter(({ unread }) => unread).length).toBeGreaterThan(2)
  expect(own.filter(({ unread }) => unread).length).toBeLessThan(20)
  expect(await all(outbox)).toEqual([])
})

test('introductions wait for the demo member, and one of hers led to a connection', async () => {
  const { asked, made } = await services.people.introductions.list(MARA)
  expect(asked.map(({ state }) => state)).toEqual(['open'])
  expect(made.map(({ state }) => state)).toEqual(['waiting', 'connected'])
})

test('members in several time zones have set their hours, and some suit the demo member and the organiser', async () => {
  const owners = await services.people.members.timeZones(
    MARA,
    (await all(availability)).map(({ id }) => id),
  )
  expect(new Set(owners.map(({ timeZone }) => timeZone)).size).toBeGreaterThan(4)
  const best = { participants: ['demo-organiser'], durationMinutes: 45 }
  expect((await services.meetings.availability.bestTimes(MARA, best)).items).toHaveLength(3)
})

test('seeding again adds nothing', { timeout: 60_000 }, async () => {
  const counted = () => Promise.all(collections.map(async (collection) => (await all(collection)).length))
  const before = await counted()
  await runSeed()
  expect(await counted()).toEqual(before)
})

test('confirming the meeting that waits takes the demo member from Bronze to Silver', async () => {
  const tierOfMara = async () => (await services.prestige.statements.own(MARA)).summary.tier
  const { toConfirm } = await services.meetings.meetings.lists.list(MARA)
  expect(await tierOfMara()).toBe('Bronze')
  await services.meetings.meetings.commands.confirm(MARA, toConfirm[0]?.id ?? '', true)
  expect(await tierOfMara()).toBe('Silver')
})

test('after the deletion of an account, no document has its name or address, and its id is only where others need it', async () => {
  const member = (await store.get(members, MARA))!
  await store.transact(async (tx) =>
    tx.put(members, { ...member, version: member.version + 1, deletionDueAt: new Date(0).toISOString() }),
  )
  for (const minutes of [0, 2])
    await context.at(context.now + minutes * MINUTE, () => services.accounts.accountData.deleteDueAccounts())
  expect(await fieldsWith([member.displayName, member.email])).toEqual({})
  expect(await fieldsWith([MARA])).toEqual({
    'audit-entries': ['actor', 'target'],
    connections: ['changedBy', 'members', 'receiver', 'requester'],
    meetings: [
      'attentionOf',
      'change',
      'confirmations',
      'departures',
      'notes',
      'organiser',
      'outcomes',
      'participants',
      'promises',
      'slots',
      'thanks',
    ],
    members: ['id'],
    outbox: ['recipients', 'subject'],
    'prestige-counts': ['confirmers'],
    'prestige-entries': ['confirmedBy', 'source'],
    rsvps: ['member'],
  })
})

/** Fields of documents that contain one of the texts, by collection. */
async function fieldsWith(texts: readonly string[]) {
  const found: Record<string, string[]> = {}
  for (const collection of collections) {
    const fields = (await all(collection)).flatMap((document) =>
      Object.entries(document).flatMap(([field, value]) =>
        texts.some((text) => JSON.stringify(value).includes(text)) ? [field] : [],
      ),
    )
    if (fields.length > 0) found[collection.name] = [...new Set(fields)].toSorted()
  }
  return found
}
