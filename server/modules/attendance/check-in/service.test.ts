import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { CheckInList, CheckInResults, CheckInUndone } from '#shared/attendance/check-in.ts'
import type { RosterPage } from '#shared/programme/roster.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

/** The organiser's event, starting in an hour; Ada and Grace are going. */
let event: EventDocument

const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await fixture.putEvent({}, [fixture.ada.uid, fixture.grace.uid])
})

const at = (path: string, of = event) => `/api/events/${of.id}/${path}`
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')
const codeOf = async (who: OrganiserFixture['ada'], of = event) =>
  (await who.call('GET', at('check-in-code', of))).json<{ code: string }>().code
const send = (body: unknown, who = fixture.organiser) => who.call('POST', at('check-ins'), { body })
async function checkIn(items: object[], who = fixture.organiser) {
  const answer = await send({ items: items.map((item) => ({ at: inHours(0), ...item })) }, who)
  expect(answer.statusCode).toBe(200)
  return answer.json<CheckInResults>().items
}
const undo = async (arrival: string) => {
  const path = at(`check-ins/${fixture.ada.uid}?${new URLSearchParams({ arrival })}`)
  const answer = await fixture.organiser.call('DELETE', path)
  expect(answer.statusCode).toBe(200)
  return answer.json<CheckInUndone>()
}
const checkedInCount = async () =>
  (await fixture.organiser.call('GET', at('roster'))).json<RosterPage>().counts.checkedIn

describe('a check-in code', () => {
  test('only members with a seat get a code', async () => {
    expect(await codeOf(fixture.ada)).toMatch(/^[\w:-]{1,64}$/)
    await fixture.putRsvp(event, fixture.rival.uid, 'waitlisted', { ticket: 9 })
    for (const who of [fixture.rival, fixture.admin]) {
      const answer = await who.call('GET', at('check-in-code'))
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'no_seat'])
    }
    const draft = await fixture.putEvent({ status: 'draft' }, [fixture.ada.uid])
    expect((await fixture.ada.call('GET', at('check-in-code', draft))).statusCode).toBe(404)
    const cancelled = await fixture.putEvent({ status: 'cancelled' }, [fixture.ada.uid])
    expect((await fixture.ada.call('GET', at('check-in-code', cancelled))).json()).toMatchObject({
      code: 'event_cancelled',
    })
  })

  test('the check-in list has the hash of each code, for offline devices', async () => {
    await fixture.putRsvp(event, 'waiting', 'waitlisted', { ticket: 9 })
    const { items } = (await fixture.organiser.call('GET', at('check-in-list'))).json<CheckInList>()
    const hashes = Object.fromEntries(items.map(({ member, codeHash }) => [member.displayName, codeHash]))
    expect(hashes).toEqual({
      Ada: hashOf(await codeOf(fixture.ada)),
      Grace: hashOf(await codeOf(fixture.grace)),
    })
  })
})

describe('check-in', () => {
  test('a member who gives up the seat is no longer checked in', async () => {
    await checkIn([{ memberId: fixture.ada.uid }])
    expect(await checkedInCount()).toBe(1)
    const answer = await fixture.ada.call('PUT', at('rsvp'), { body: { state: 'declined', guests: 0 } })
    expect(answer.statusCode).toBe(200)
    expect(await checkedInCount()).toBe(0)
  })

  test('check-in by code and by name returns the member and their guests', async () => {
    await fixture.putRsvp(event, fixture.grace.uid, 'going', { guests: 2 })
    const [byCode, byName] = await checkIn([
      { code: await codeOf(fixture.ada) },
      { memberId: fixture.grace.uid },
    ])
    expect(byCode).toMatchObject({ result: 'checkedIn', guests: 0, member: { displayName: 'Ada' } })
    expect(byName).toMatchObject({ result: 'checkedIn', guests: 2, member: { displayName: 'Grace' } })
    expect(await checkedInCount()).toBe(2)
  })

  test('an invalid entry gets its own result, and the others are checked in', async () => {
    const elsewhere = await fixture.putEvent({}, [fixture.ada.uid])
    await fixture.putRsvp(event, 'undecided', 'maybe')
    const results = await checkIn([
      { code: await codeOf(fixture.ada, elsewhere) },
      { code: `${(await codeOf(fixture.ada)).slice(0, -1)}!` },
      { code: '<script>alert(1)</script>' },
      { code: '' },
      {},
      { memberId: 'undecided' },
      { memberId: fixture.rival.uid },
      { memberId: 'nobody' },
      { memberId: fixture.ada.uid },
    ])
    expect(results.map(({ result }) => result)).toEqual([
      ...Array.from({ length: 5 }, () => 'unknownCode'),
      ...Array.from({ length: 3 }, () => 'noSeat'),
      'checkedIn',
    ])
    expect(results.map(({ member }) => member?.id)).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      'undecided',
      undefined,
      undefined,
      fixture.ada.uid,
    ])
  })

  test('a repeated check-in counts once', async () => {
    const items = [
      { memberId: fixture.ada.uid, at: inHours(-0.2) },
      { memberId: fixture.ada.uid, at: inHours(-0.1) },
    ]
    expect((await checkIn(items)).map(({ result }) => result)).toEqual(['checkedIn', 'alreadyCheckedIn'])
    const again = await checkIn(items)
    expect(again.map(({ result, checkedInAt }) => [result, checkedInAt])).toEqual([
      ['alreadyCheckedIn', items[0]!.at],
      ['alreadyCheckedIn', items[0]!.at],
    ])
  })

  test('the earliest time counts, whichever device reports first', async () => {
    await checkIn([{ memberId: fixture.ada.uid, at: inHours(-0.1) }])
    const early = inHours(-0.3)
    expect(await checkIn([{ memberId: fixture.ada.uid, at: early }])).toMatchObject([
      { result: 'alreadyCheckedIn', checkedInAt: early },
    ])
  })

  test.for([
    ['ahead', inHours(5)],
    ['far behind', '1970-01-01T00:00:00Z'],
    ['in a leap second', '2026-06-30T23:59:60Z'],
  ] as const)(
    'an arrival time from a clock that is %s is replaced with the current time',
    async ([_what, time]) => {
      const before = Date.now()
      const [result] = await checkIn([{ memberId: fixture.ada.uid, at: time }])
      expect(result?.result).toBe('checkedIn')
      // The test's clock is a minute ahead.
      expect(Date.parse(result!.checkedInAt!) - before).toBeLessThan(2 * MINUTE)
      expect(Date.parse(result!.checkedInAt!)).toBeGreaterThanOrEqual(before)
    },
  )

  test('an arrival from a clock that is ahead counts once when it is repeated, and can be undone', async () => {
    const ahead = inHours(5)
    const sent = [{ memberId: fixture.ada.uid, at: ahead }]
    const [{ checkedInAt = '' } = {}] = await checkIn(sent)
    expect(await checkIn(sent)).toMatchObject([{ result: 'alreadyCheckedIn', checkedInAt }])
    expect(await undo(checkedInAt)).toEqual({})
    expect(await checkedInCount()).toBe(0)
    // The device undoes what it has not had an answer to.
    await checkIn(sent)
    expect(await undo(ahead)).toEqual({})
    expect(await checkedInCount()).toBe(0)
  })

  test('simultaneous check-ins of the same people count each once', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `attendee-${index}`)
    event = await fixture.putEvent({}, ids)
    const batch = ids.map((memberId) => ({ memberId }))
    const reports = await Promise.all([
      checkIn(batch),
      checkIn(batch.toReversed(), fixture.admin),
      checkIn(batch),
    ])
    const noted = reports.flat().filter(({ result }) => result === 'checkedIn')
    expect(noted).toHaveLength(ids.length)
    expect(new Set(noted.map(({ member }) => member?.id))).toEqual(new Set(ids))
    expect(reports.flat().filter(({ result }) => result === 'alreadyCheckedIn')).toHaveLength(120)
  })

  test('a check-in can be undone repeatedly', async () => {
    const [{ checkedInAt = '' } = {}] = await checkIn([{ memberId: fixture.ada.uid }])
    for (let times = 0; times < 2; times += 1) expect(await undo(checkedInAt)).toEqual({})
    expect(await checkedInCount()).toBe(0)
    expect(await checkIn([{ memberId: fixture.ada.uid }])).toMatchObject([{ result: 'checkedIn' }])
  })

  test('a late undo removes its own arrival, not one recorded by another device in the meantime', async () => {
    const [early, late] = [inHours(-0.3), inHours(-0.2)]
    await checkIn([{ memberId: fixture.ada.uid, at: late }], fixture.admin)
    await checkIn([{ memberId: fixture.ada.uid, at: early }])
    expect(await undo(early)).toEqual({ checkedInAt: late })
    expect(await checkedInCount()).toBe(1)
    expect(await undo(early)).toEqual({ checkedInAt: late })
    expect(await undo(late)).toEqual({})
    expect(await checkedInCount()).toBe(0)
  })

  test('a member’s arrival is the earliest one that was not undone, in whatever order devices report', async () => {
    const times = [-0.5, -0.4, -0.3, -0.2].map(inHours)
    for (const [time = '', by] of [
      [times[2], fixture.organiser],
      [times[0], fixture.admin],
      [times[3], fixture.organiser],
      [times[1], fixture.admin],
      [times[1], fixture.admin],
    ] as const) {
      await checkIn([{ memberId: fixture.ada.uid, at: time }], by)
    }
    expect(await undo(times[1]!)).toEqual({ checkedInAt: times[0] })
    expect(await undo(times[0]!)).toEqual({ checkedInAt: times[2] })
    expect(await undo(times[2]!)).toEqual({ checkedInAt: times[3] })
    expect(await undo(times[3]!)).toEqual({})
  })

  test('an undo accepts every spelling of an instant, and a leap second', async () => {
    const time = inHours(-1)
    await checkIn([{ memberId: fixture.ada.uid, at: time }])
    expect(await undo('2026-12-31T23:59:60Z')).toEqual({ checkedInAt: time })
    expect(await undo(time.replace('Z', '+00:00'))).toEqual({})
  })

  test('an undo without a valid arrival is refused', async () => {
    for (const query of ['', '?arrival=', '?arrival=yesterday']) {
      const answer = await fixture.organiser.call('DELETE', at(`check-ins/${fixture.ada.uid}${query}`))
      expect([query, answer.statusCode]).toEqual([query, 400])
    }
  })

  test.for<[string, Partial<EventDocument>]>([
    ['check_in_not_open', { startsAt: inHours(12.5) }],
    ['check_in_over', { startsAt: inHours(-24 * 7 - 3), status: 'completed' }],
    ['event_cancelled', { status: 'cancelled' }],
    ['not_published', { status: 'draft' }],
  ])('check-in is refused with %s', async ([code, more]) => {
    event = await fixture.putEvent(more, [fixture.ada.uid])
    const answer = await send({ items: [{ memberId: fixture.ada.uid, at: inHours(0) }] })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, code])
  })

  test('200 check-ins are accepted at once, and more or malformed ones are refused', async () => {
    const many = (count: number) => ({
      items: Array.from({ length: count }, () => ({ code: 'x'.repeat(200), at: inHours(0) })),
    })
    const statusOf = async (body: unknown) => (await send(body)).statusCode
    expect(await statusOf(many(200))).toBe(200)
    expect(await statusOf(many(201))).toBe(400)
    expect(await statusOf(many(2_000))).toBe(413)
    expect(await statusOf({ items: [] })).toBe(400)
    expect(await statusOf({ items: [{ code: 'x', at: 'yesterday' }] })).toBe(400)
    expect(await statusOf({ items: [{ code: 'x', at: inHours(0), by: 'me' }] })).toBe(400)
    expect(await statusOf({ items: [{ memberId: '../ada', at: inHours(0) }] })).toBe(400)
  })
})
