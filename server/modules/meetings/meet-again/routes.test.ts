import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Dashboard } from '#shared/dashboard/schema.ts'
import type { AskedIntroduction } from '#shared/people/introductions.ts'
import type { Relationship } from '#shared/people/connections.ts'
import type { MeetAgainPage } from '#shared/meetings/meet-again.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { meetAgainChoices } from './collection.ts'
import type { ExportedChoices } from './service.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

let running: TestApp
let ada: Person
let ben: Person
let eventId: string
beforeAll(async () => {
  running = await startTestApp({ liftRateLimits: true })
})
afterAll(() => running.close())

const inHours = (hours: number) => new Date(running.clock() + hours * HOUR).toISOString()
const UNDER_WAY = { startsAt: -1, endsAt: 1 }

/** An event at which these people were checked in, in this order. */
async function attended(
  people: readonly Person[],
  { startsAt, endsAt }: typeof UNDER_WAY = UNDER_WAY,
  more: Partial<EventDocument> = {},
) {
  const id = randomUUID()
  const event = eventDocument(id, { ...more, startsAt: inHours(startsAt), endsAt: inHours(endsAt) })
  await running.store.transact(async (tx) => {
    putSeated(
      tx,
      event,
      people.map(({ uid }) => uid),
    )
  })
  await checkIn(id, people)
  return id
}

const checkIn = (id: string, people: readonly Person[]) =>
  running.store.transact(async (tx) => {
    for (const [at, { uid }] of people.entries()) {
      const rsvp = (await tx.get(rsvps, joinedId(id, uid)))!
      const checkedInAt = new Date(running.clock() - HOUR + at).toISOString()
      tx.put(rsvps, { ...rsvp, checkedInAt, checkedInBy: 'organiser' })
    }
  })

const list = async ({ call }: Person, id = eventId) => {
  const answer = await call('GET', `/api/events/${id}/meet-again`)
  expect(answer.statusCode).toBe(200)
  return answer.json<MeetAgainPage>()
}
const states = async (person: Person) =>
  (await list(person)).items.map(({ member, state }) => [member.id, state])
const choose = ({ call }: Person, { uid }: { uid: string }, id = eventId) =>
  call('PUT', `/api/events/${id}/meet-again/${uid}`)
const withdraw = ({ call }: Person, { uid }: Person) =>
  call('DELETE', `/api/events/${eventId}/meet-again/${uid}`)
const relation = async ({ call }: Person, { uid }: Person) =>
  (await call('GET', `/api/connections/with/${uid}`)).json<Relationship>()
const codeOf = (answer: Awaited<ReturnType<Person['call']>>) => [
  answer.statusCode,
  answer.json<{ code: string }>().code,
]

describe('the choice of people to meet again', () => {
  beforeEach(async () => {
    ;[ada, ben] = await Promise.all([running.member(), running.member()])
    eventId = await attended([ada, ben])
  })

  test('the choice lists the others who were checked in, and connects two who choose each other', async () => {
    expect(await states(ada)).toEqual([[ben.uid, 'none']])
    expect((await choose(ada, ben)).json()).toEqual({ state: 'chosen' })
    expect((await choose(ada, ben)).json()).toEqual({ state: 'chosen' })
    expect(await states(ada)).toEqual([[ben.uid, 'chosen']])
    expect((await choose(ben, ada)).json()).toEqual({ state: 'connected' })
    expect((await choose(ben, ada)).json()).toEqual({ state: 'connected' })
    expect([await states(ada), await states(ben)]).toEqual([
      [[ben.uid, 'connected']],
      [[ada.uid, 'connected']],
    ])
    expect((await relation(ada, ben)).state).toBe('connected')
  })

  test('the first to choose is notified, and both are asked on the dashboard to pick a time', async () => {
    const { notifications } = running.services.notifications
    const news = async ({ uid }: Person) => {
      await notifications.idle()
      return (await notifications.list(uid)).items.map(({ topic, text }) => [topic, text])
    }
    const asked = async ({ call }: Person) =>
      (await call('GET', '/api/dashboard')).json<Dashboard>().askedIntroductions
    await choose(ada, ben)
    expect([await news(ben), await asked(ben), await asked(ada)]).toEqual([[], [], []])
    await choose(ben, ada)
    await choose(ben, ada)
    const [{ member }] = (await asked(ada)) as [AskedIntroduction]
    const text = `You and ${member.displayName} would both like to meet again. You’re connected and can pick a time.`
    expect([await news(ada), await news(ben)]).toEqual([[['introduction', text]], []])
    for (const [person, other] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      expect(await asked(person)).toMatchObject([
        { event: eventId, member: { id: other.uid }, state: 'connected' },
      ])
      expect((await asked(person))[0]).not.toHaveProperty('introducer')
    }
    await ada.call('PUT', `/api/blocks/${ben.uid}`)
    expect([await asked(ada), await asked(ben), await news(ada)]).toEqual([[], [], []])
  })

  test('two who choose each other at the same moment are connected once', async () => {
    await Promise.all([choose(ada, ben), choose(ben, ada), choose(ada, ben), choose(ben, ada)])
    expect((await relation(ada, ben)).state).toBe('connected')
    for (const person of [ada, ben]) {
      const { items } = await running.store.find(meetAgainChoices, { where: { by: person.uid }, limit: 10 })
      expect(items).toEqual([])
    }
  })

  test('a choice is not visible to the chosen member', async () => {
    const everything = async () => {
      const urls = ['meet-again', 'attendees', 'worth-meeting'].map(
        (part) => `/api/events/${eventId}/${part}`,
      )
      const all = [...urls, '/api/dashboard', '/api/connections?list=received', `/api/members/${ada.uid}`]
      return Promise.all(all.map(async (url) => (await ben.call('GET', url)).body))
    }
    const before = await everything()
    await choose(ada, ben)
    expect(await everything()).toEqual(before)
    const download = (await ben.call('POST', '/api/account/export')).json<{
      meetAgainChoices: ExportedChoices
    }>()
    expect(download.meetAgainChoices).toEqual([])
  })

  test('a choice can be withdrawn before the other chooses', async () => {
    await choose(ada, ben)
    expect((await withdraw(ada, ben)).statusCode).toBe(204)
    expect((await withdraw(ada, ben)).statusCode).toBe(204)
    expect((await choose(ben, ada)).json()).toEqual({ state: 'chosen' })
    expect((await relation(ada, ben)).state).toBe('none')
  })

  test('a choice does not restore a connection that one of them ended', async () => {
    await choose(ada, ben)
    await choose(ben, ada)
    const { connectionId } = await relation(ben, ada)
    await ben.call('POST', `/api/connections/${connectionId}/remove`)
    expect((await choose(ada, ben)).json()).toEqual({ state: 'chosen' })
    expect((await relation(ada, ben)).state).toBe('none')
  })

  test('a choice is forgotten after a block, even once it is lifted', async () => {
    await choose(ada, ben)
    await ada.call('PUT', `/api/blocks/${ben.uid}`)
    await ada.call('DELETE', `/api/blocks/${ben.uid}`)
    expect((await choose(ben, ada)).json()).toEqual({ state: 'chosen' })
  })

  test('hidden members are left out, and a choice of them is answered like one of an absent member', async () => {
    const [blocker, suspended, absent] = await Promise.all([
      running.member(),
      running.member(),
      running.member(),
    ])
    eventId = await attended([ada, blocker, suspended])
    await blocker.call('PUT', `/api/blocks/${ada.uid}`)
    await setStatus(running.store, suspended.uid, 'suspended')
    running.advance(1_000)
    expect(await states(ada)).toEqual([])
    for (const other of [blocker, suspended, absent, ada, { uid: 'nobody' }]) {
      expect(codeOf(await choose(ada, other))).toEqual([404, 'attendee_not_found'])
    }
  })

  test('the choice is open only to people who were checked in', async () => {
    const lin = await running.member()
    await running.store.transact(async (tx) => {
      const rsvp = (await tx.get(rsvps, joinedId(eventId, ada.uid)))!
      const { checkedInAt: _, checkedInBy: __, ...absent } = rsvp
      tx.put(rsvps, { ...absent, id: joinedId(eventId, lin.uid), member: lin.uid })
    })
    expect(await list(lin)).toEqual({ items: [] })
    expect(codeOf(await choose(lin, ada))).toEqual([409, 'not_checked_in'])
    expect(codeOf(await choose(ada, lin))).toEqual([404, 'attendee_not_found'])
  })

  test('the choice is open until three days after the end, and not for cancelled or unknown events', async () => {
    const ended = (hoursAgo: number, more = {}) =>
      attended([ada, ben], { startsAt: -hoursAgo - 2, endsAt: -hoursAgo }, more)
    const lastHour = await ended(71)
    expect((await list(ada, lastHour)).items).toHaveLength(1)
    expect((await choose(ada, ben, lastHour)).statusCode).toBe(200)
    for (const closed of [await ended(73), await ended(-1, { status: 'cancelled' })]) {
      expect(await list(ada, closed)).toEqual({ items: [] })
      expect(codeOf(await choose(ada, ben, closed))).toEqual([409, 'meet_again_closed'])
    }
    expect((await ada.call('GET', '/api/events/nothing/meet-again')).statusCode).toBe(404)
    expect((await choose(ada, ben, 'nothing')).statusCode).toBe(404)
  })

  test('pages of the choice are full although some members are hidden', async () => {
    const others = Array.from({ length: 30 }, (_, at) => ({
      uid: `${eventId}-${String(at).padStart(2, '0')}`,
    }))
    await running.store.transact(async (tx) => {
      const member = (await tx.get(members, ben.uid))!
      for (const [at, { uid }] of others.entries()) {
        tx.put(members, { ...member, id: uid, status: at % 10 === 0 ? 'suspended' : 'active' })
      }
    })
    running.advance(1_000)
    eventId = await attended([ada, ...(others as Person[])])
    const first = await list(ada)
    expect(first.items).toHaveLength(24)
    const rest = await ada.call('GET', `/api/events/${eventId}/meet-again?cursor=${first.next}`)
    const all = [...first.items, ...rest.json<MeetAgainPage>().items].map(({ member }) => member.id)
    expect(all).toEqual(others.map(({ uid }) => uid).filter((_, at) => at % 10 !== 0))
  })

  test('a choice is in the chooser’s download, and deleted with either account', async () => {
    await choose(ada, ben)
    const download = (await ada.call('POST', '/api/account/export')).json<{
      meetAgainChoices: ExportedChoices
    }>()
    expect(download.meetAgainChoices).toEqual([{ event: eventId, of: ben.uid, chosenAt: expect.any(String) }])
    await running.services.meetings.meetAgain.forget(ben.uid)
    expect(await states(ada)).toEqual([[ben.uid, 'none']])
  })
})
