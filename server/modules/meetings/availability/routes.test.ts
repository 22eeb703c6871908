import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Availability, AvailabilityEdit } from '#shared/meetings/availability.ts'
import { USUAL_HOURS } from '#shared/meetings/availability-rules.ts'
import type { BestTimes } from '#shared/meetings/schema.ts'
import type { Relationship } from '#shared/people/connections.ts'
import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { availability } from './collection.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

let running: TestApp
let ada: Person
let grace: Person
beforeAll(async () => {
  running = await startTestApp({ liftRateLimits: true })
})
afterAll(() => running.close())
beforeEach(async () => {
  ada = await running.member()
  grace = await running.member()
})

const get = async ({ call }: Person) => (await call('GET', '/api/me/availability')).json<Availability>()
const put = ({ call }: Person, version: number, body: unknown) =>
  call('PUT', '/api/me/availability', { body, headers: { 'if-match': `"${version}"` } })
const windows = (...spans: [day: number, from: string, to: string][]) =>
  spans.map(([day, from, to]) => ({ day, from, to }))
const edit = (...spans: [number, string, string][]): AvailabilityEdit => ({
  windows: windows(...spans),
  daysOff: [],
})

describe('availability', () => {
  test('availability defaults to the usual hours in the zone of the profile', async () => {
    expect(await get(ada)).toEqual({ windows: USUAL_HOURS, daysOff: [], version: 0, timeZone: 'UTC' })
    const saved = await put(ada, 0, {
      windows: windows([5, '14:00', '24:00'], [1, '09:00', '12:15'], [1, '12:15', '13:00']),
      daysOff: [{ from: '2031-02-28', to: '2031-02-28' }],
    })
    expect(saved.json()).toEqual({
      windows: windows([1, '09:00', '12:15'], [1, '12:15', '13:00'], [5, '14:00', '24:00']),
      daysOff: [{ from: '2031-02-28', to: '2031-02-28' }],
      version: 1,
      timeZone: 'UTC',
    })
    expect(await get(ada)).toEqual(saved.json())
    expect(await get(grace)).toMatchObject({ version: 0 })
  })

  test('availability can be empty, without any hours', async () => {
    expect((await put(ada, 0, edit())).json()).toMatchObject({ windows: [], version: 1 })
    expect(await get(ada)).toMatchObject({ windows: [], version: 1 })
  })

  test('a repeated save of availability changes nothing, and an outdated one is refused', async () => {
    await put(ada, 0, edit([1, '09:00', '10:00']))
    expect((await put(ada, 0, edit([1, '09:00', '10:00']))).json()).toMatchObject({ version: 1 })
    const late = await put(ada, 0, edit([2, '09:00', '10:00']))
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([412, 'stale_version'])
    const unversioned = await ada.call('PUT', '/api/me/availability', { body: edit() })
    expect(unversioned.statusCode).toBe(428)
  })

  test.for<[string, unknown]>([
    ['windows.0.to', edit([1, '10:00', '10:00'])],
    ['windows.0.to', edit([1, '24:00', '00:00'])],
    ['windows.1.from', edit([2, '09:00', '09:30'], [1, '10:00', '12:00'], [1, '11:45', '13:00'])],
    [
      'windows.4.from',
      edit(
        ...[9, 10, 11, 12, 13].map((h): [number, string, string] => [
          1,
          `${h}:00`.padStart(5, '0'),
          `${h}:30`.padStart(5, '0'),
        ]),
      ),
    ],
    ['windows.0.from', edit([1, '09:07', '10:00'])],
    ['windows.0.to', edit([1, '09:00', '24:15'])],
    ['windows.0.day', edit([8, '09:00', '10:00'])],
    ['windows', edit(...Array.from({ length: 29 }, (): [number, string, string] => [1, '09:00', '10:00']))],
    ['daysOff.0.to', { windows: [], daysOff: [{ from: '2031-02-02', to: '2031-02-01' }] }],
    ['daysOff.0.from', { windows: [], daysOff: [{ from: '2031-02-29', to: '2031-03-01' }] }],
    ['timeZone', { ...edit(), timeZone: 'UTC' }],
  ])('availability is refused with the invalid field: %s', async ([field, body]) => {
    const answer = await put(ada, 0, body)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toContain(field)
    expect(await get(ada)).toMatchObject({ version: 0 })
  })

  test('availability is in its owner’s download, and deleted with the account', async () => {
    await put(ada, 0, edit([1, '09:00', '10:00']))
    const download = (await ada.call('POST', '/api/account/export')).json<{
      availability: AvailabilityEdit
    }>()
    expect(download.availability).toEqual(edit([1, '09:00', '10:00']))
    await running.services.meetings.availability.forget(ada.uid)
    expect(await running.store.get(availability, ada.uid)).toBeUndefined()
  })
})

describe('best times', () => {
  const everyDay = (from: string, to: string) =>
    edit(...[1, 2, 3, 4, 5, 6, 7].map((day): [number, string, string] => [day, from, to]))
  const ask = (participants: string[], durationMinutes = 60) =>
    ada.call('POST', '/api/meetings/best-times', { body: { participants, durationMinutes } })
  const times = async (...others: Person[]) => {
    const answer = await ask(others.map(({ uid }) => uid))
    expect(answer.statusCode).toBe(200)
    return answer.json<BestTimes>()
  }
  const connect = async (one: Person, other: Person) => {
    await one.call('POST', '/api/connections', { body: { memberId: other.uid, note: '' } })
    const answer = await other.call('POST', '/api/connections', { body: { memberId: one.uid, note: '' } })
    expect(answer.json<Relationship>().state).toBe('connected')
  }
  const setProfile = ({ uid }: Person, more: Partial<{ timeZone: string; hideZone: boolean }>) =>
    running.store.transact(async (tx) => {
      const member = (await tx.get(members, uid))!
      const { timeZone = member.timeZone, hideZone } = more
      const visibility = { ...member.visibility, timeZone: hideZone ? 'me' : 'members' } as const
      tx.put(members, { ...member, timeZone, visibility })
    })
  const startsIn = ({ items }: BestTimes) => items.map(({ startsAt }) => startsAt.slice(11, 16))

  test('best times are on three days from tomorrow, within two weeks, with a reason', async () => {
    await connect(ada, grace)
    await put(ada, 0, everyDay('09:00', '17:00'))
    await put(grace, 0, everyDay('16:00', '17:00'))
    const found = await times(grace)
    const starts = found.items.map(({ startsAt }) => Date.parse(startsAt))
    expect(startsIn(found)).toEqual(['16:00', '16:00', '16:00'])
    expect(new Set(starts.map((start) => Math.floor(start / DAY))).size).toBe(3)
    for (const start of starts) {
      expect(start).toBeGreaterThan(running.clock() + 11.9 * HOUR)
      expect(start).toBeLessThan(running.clock() + 14 * DAY)
    }
    expect(found.items.map(({ reason }) => reason)).toEqual([
      'Within everyone’s hours, and the soonest.',
      'Within everyone’s hours.',
      'Within everyone’s hours.',
    ])
    expect(await times(grace)).toEqual(found)
  })

  test('best times use the zones of all profiles, and name only the zones that the viewer can see', async () => {
    const lin = await running.member()
    await connect(ada, grace)
    await connect(ada, lin)
    await setProfile(grace, { timeZone: 'Asia/Kathmandu' })
    await setProfile(lin, { timeZone: 'Asia/Kolkata', hideZone: true })
    await put(ada, 0, everyDay('00:00', '24:00'))
    await put(grace, 0, everyDay('09:00', '10:15'))
    await put(lin, 0, everyDay('09:00', '10:00'))
    const found = await times(grace, lin)
    expect(startsIn(found)).toEqual(['03:30', '03:30', '03:30'])
    expect(found.zones).toEqual([
      { memberId: ada.uid, timeZone: 'UTC' },
      { memberId: grace.uid, timeZone: 'Asia/Kathmandu' },
    ])
  })

  test('best times avoid events that a participant goes to or hosts, and scheduled meetings', async () => {
    await connect(ada, grace)
    await put(ada, 0, everyDay('09:00', '17:00'))
    await put(grace, 0, everyDay('10:00', '11:00'))
    const [first, second, third] = (await times(grace)).items.map(({ startsAt }) => startsAt)
    const lin = await running.member()
    const event = (startsAt: string, hosts: string[]) =>
      eventDocument(`at-${startsAt}-${grace.uid}`.replaceAll(/[^\w-]/g, ''), { startsAt, hosts })
    await running.store.transact(async (tx) => {
      putSeated(tx, event(first!, []), [grace.uid])
      putSeated(tx, event(second!, [ada.uid]), [])
      const both = [grace.uid, lin.uid]
      tx.put(meetings, meetingDocument(`with-${grace.uid}`, both, { startsAt: third!, durationMinutes: 15 }))
    })
    running.advance(1_000)
    const later = (await times(grace)).items.map(({ startsAt }) => startsAt)
    expect(later).toHaveLength(3)
    expect(later.filter((start) => [first, second, third].includes(start))).toEqual([])
  })

  test('best times leave out the busy times that the viewer sends, which nobody else’s answer knows', async () => {
    await connect(ada, grace)
    await put(ada, 0, everyDay('09:00', '17:00'))
    await put(grace, 0, everyDay('10:00', '11:00'))
    const before = (await times(grace)).items.map(({ startsAt }) => startsAt)
    const quarter = (instant: string) => Date.parse(instant) / (15 * MINUTE)
    const askBusy = async (busy: number[]) => {
      const body = { participants: [grace.uid], durationMinutes: 60, busy }
      const answer = await ada.call('POST', '/api/meetings/best-times', { body })
      return answer.json<BestTimes>().items.map(({ startsAt }) => startsAt)
    }
    const taken = await askBusy(before.flatMap((start) => [quarter(start) + 3, quarter(start) + 4]))
    expect(taken).toHaveLength(3)
    expect(taken.filter((start) => before.includes(start))).toEqual([])
    expect(await askBusy([0])).toEqual([])
    expect((await times(grace)).items.map(({ startsAt }) => startsAt)).toEqual(before)
  })

  test('best times are empty if no time suits everyone', async () => {
    await connect(ada, grace)
    await put(ada, 0, everyDay('09:00', '10:00'))
    await put(grace, 0, everyDay('10:00', '11:00'))
    expect((await times(grace)).items).toEqual([])
  })

  test('best times are refused alike for a stranger, a blocked or suspended connection, an unknown id and oneself', async () => {
    const [lin, kim] = [await running.member(), await running.member()]
    await connect(ada, lin)
    await connect(ada, kim)
    await lin.call('PUT', `/api/blocks/${ada.uid}`)
    await setStatus(running.store, kim.uid, 'suspended')
    for (const id of [grace.uid, lin.uid, kim.uid, 'nobody', ada.uid]) {
      const answer = await ask([id])
      expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([
        400,
        { participants: 'Someone you chose isn’t available for a meeting right now.' },
      ])
    }
  })

  test.for<[string, unknown]>([
    ['participants', { participants: [], durationMinutes: 30 }],
    ['participants', { participants: Array.from({ length: 9 }, (_, at) => `m${at}`), durationMinutes: 30 }],
    ['durationMinutes', { participants: ['m'], durationMinutes: 121 }],
    ['slots', { participants: ['m'], durationMinutes: 30, slots: [] }],
    ['busy', { participants: ['m'], durationMinutes: 30, busy: Array.from({ length: 1347 }, (_, at) => at) }],
    ['busy.0', { participants: ['m'], durationMinutes: 30, busy: [0.5] }],
  ])('best times are refused with the invalid field: %s', async ([field, body]) => {
    const answer = await ada.call('POST', '/api/meetings/best-times', { body })
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([400, [field]])
  })
})
