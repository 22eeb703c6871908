import { afterAll, expect, test, vi } from 'vitest'

import type { CheckInList, CheckInResults, CheckIns } from '#shared/attendance/check-in.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import {
  changedBetween,
  planFrom,
  startTableFixture,
  tablesIn,
  unseatedIn,
} from '#server/testing/fixtures/table-fixture.ts'

import { tablePlans } from './collection.ts'

// Seating runs on threads, on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const app = await startTableFixture()
afterAll(() => app.close())

const refusal = async (answer: ReturnType<typeof app.call>) => (await answer).json<{ code: string }>().code

test('one of two organisers who change the plan at once is refused', async () => {
  const { id } = await app.eventOf(8)
  const answers = await Promise.all([app.deal(id, 0), app.deal(id, 0, {}, app.admin)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect(await refusal(app.deal(id, 0))).toBe('stale_version')
})

test('an organiser moves someone by hand, and an update keeps that', async () => {
  const { id, going } = await app.eventOf(8)
  await planFrom(app.deal(id, 0))
  const { uid } = going[0]!
  const seat = (version: number, body: object) =>
    app.call(app.organiser, 'PUT', `${id}/tables/people/${uid}`, { version, body })
  const table = tablesIn(await app.planOf(id)).get(uid)![1] === 1 ? 2 : 1
  const moved = await planFrom(seat(1, { round: 2, table }))
  expect(tablesIn(moved).get(uid)![1]).toBe(table)
  expect(await refusal(seat(1, { round: 2, table }))).toBe('stale_version')
  expect(await refusal(seat(2, { round: 3, table }))).toBe('table_not_found')
  expect(await refusal(seat(2, { round: 1, table: 3 }))).toBe('table_not_found')
  const stranger = app.call(app.organiser, 'PUT', `${id}/tables/people/${app.ada.uid}`, {
    version: 2,
    body: { round: 1, table: 1 },
  })
  expect(await refusal(stranger)).toBe('table_not_found')
})

test('a deleted account leaves the plan, its groups and its version', async () => {
  const { id, going } = await app.eventOf(6)
  const [leaving, friend] = [going[0]!.uid, going[1]!.uid]
  await planFrom(app.deal(id, 0, { together: [[leaving, friend]] }))
  const [part] = app.services.rounds.accountDataParts.filter(({ name }) => name === 'tables')
  const own = await (part!.exportOf as (member: string) => Promise<unknown>)(leaving)
  expect(own).toEqual([{ event: id, tables: [expect.any(Number), expect.any(Number)] }])
  await (part!.forget as (member: string) => Promise<unknown>)(leaving)
  const stored = await app.store.get(tablePlans, id)
  expect(JSON.stringify(stored)).not.toContain(leaving)
  expect(stored!.version).toBe(2)
})

test('20 people check in at once on two devices, one of them offline, while the tables are dealt again', async () => {
  const { id, going } = await app.eventOf(24, {
    startsAt: inHours(-1),
    endsAt: inHours(3),
    helpers: [app.grace.uid],
  })
  const wanted = { size: 4, rounds: 3 }
  await planFrom(app.deal(id, 0, wanted))
  const listOf = async (device: typeof app.ada) =>
    (await device.call('GET', `/api/events/${id}/check-in-list`)).json<CheckInList>()
  const report = async (device: typeof app.ada, items: CheckIns['items']) =>
    (await device.call('POST', `/api/events/${id}/check-ins`, { body: { items } })).json<CheckInResults>()
      .items
  const onDevice = await listOf(app.grace)
  // Four of them were checked in at both doors.
  const [atFirst, atSecond] = [going.slice(0, 12), going.slice(8, 20)]
  const keptOffline = atSecond.map(({ uid }) => ({ memberId: uid, at: inHours(-0.5) }))
  const [dealt, sent, ...online] = await Promise.all([
    planFrom(app.deal(id, 1, wanted)),
    report(app.grace, keptOffline),
    ...atFirst.map(({ uid }) => report(app.organiser, [{ memberId: uid, at: inHours(0) }])),
  ])
  const results = [...sent, ...online.flat()].map(({ result }) => result)
  expect(results.filter((result) => result === 'checkedIn')).toHaveLength(20)
  expect(results.filter((result) => result === 'alreadyCheckedIn')).toHaveLength(4)
  // The response was lost, and the device sends them again.
  const repeated = await report(app.grace, keptOffline)
  expect(new Set(repeated.map(({ result }) => result))).toEqual(new Set(['alreadyCheckedIn']))

  expect([unseatedIn(dealt), dealt.repeats]).toEqual([[], []])
  const [first, second] = await Promise.all([listOf(app.organiser), listOf(app.grace)])
  expect(first).toEqual(second)
  expect(second.revision).not.toBe(onDevice.revision)
  expect(first.items.filter(({ checkedInAt }) => checkedInAt)).toHaveLength(20)
  expect(new Map(first.items.map(({ member, tables }) => [member.id, tables]))).toEqual(tablesIn(dealt))

  // The tables are dealt once more for those who came, with the arrivals of both devices.
  const arrived = await planFrom(app.deal(id, 2, { ...wanted, who: 'checkedIn', keep: true }))
  expect(unseatedIn(arrived).toSorted()).toEqual(
    going
      .slice(20)
      .map(({ uid }) => uid)
      .toSorted(),
  )
  expect(changedBetween(dealt, arrived).filter(({ checkedInAt }) => checkedInAt).length).toBeLessThan(10)
})
