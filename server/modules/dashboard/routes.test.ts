import { afterAll, expect, test } from 'vitest'

import type { Dashboard } from '#shared/dashboard/schema.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { newRsvp } from '#server/modules/attendance/rsvps/seats/seats.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'

const running = await startTestApp()
afterAll(() => running.close())

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

const meeting = (id: string, hours: number, participants: string[]) =>
  meetingDocument(id, participants, { startsAt: inHours(hours) })

test('the dashboard of a new member has no tasks, an empty week and a profile to complete', async () => {
  const ada = await running.member()
  expect((await ada.call('GET', '/api/dashboard')).json()).toEqual({
    displayName: '',
    requests: [],
    offers: [],
    reminders: [],
    meetingTasks: {
      toVote: [],
      toConfirm: [],
      promises: [],
      promisesToConfirm: [],
      outcomesToConfirm: [],
    },
    nextSevenDays: { events: [], meetings: [] },
    askedIntroductions: [],
    upcoming: [],
    suggestions: [],
    prestige: { summary: expect.objectContaining({ tier: 'Member', points: 0 }), entries: [] },
    firstSteps: { photo: false, asksAndOffers: false, firstEvent: false, hello: false },
    profile: { completeness: 0, missing: expect.arrayContaining(['displayName', 'asks']) },
  })
})

test('offered seats are shown until they expire, earliest expiry first', async () => {
  const ada = await running.member()
  const held = { late: 1.5, early: 0.5, lapsed: -0.1 }
  await running.store.transact(async (tx) => {
    for (const [id, hours] of Object.entries(held)) {
      const event = eventDocument(id, { startsAt: inHours(5) })
      putSeated(tx, event, [])
      tx.put(rsvps, {
        ...newRsvp(joinedId(id, ada.uid), event, ada.uid),
        state: 'offered',
        offerUntil: inHours(hours),
      })
    }
  })
  const { offers } = (await ada.call('GET', '/api/dashboard')).json<Dashboard>()
  expect(offers.map(({ event }) => event.id)).toEqual(['early', 'late'])
})

test('the dashboard shows the member’s open requests and their next seven days', async () => {
  const ada = await running.member()
  const grace = await running.member()
  await grace.call('POST', '/api/connections', { body: { memberId: ada.uid, note: 'Hello' } })
  await running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('soon', { startsAt: inHours(1) }), [ada.uid])
    putSeated(tx, eventDocument('over', { startsAt: inHours(-3) }), [ada.uid])
    putSeated(tx, eventDocument('later', { startsAt: inHours(8 * 24) }), [ada.uid])
    putSeated(tx, eventDocument('of-others', { startsAt: inHours(1) }), [grace.uid])
    putSeated(tx, eventDocument('under-way', { startsAt: inHours(-1) }), [ada.uid])
    tx.put(meetings, meeting('talk', 2, [ada.uid, grace.uid]))
    tx.put(meetings, meeting('talking', -0.4, [ada.uid, grace.uid]))
    tx.put(meetings, meeting('talked', -0.6, [ada.uid, grace.uid]))
  })

  const seen = (await ada.call('GET', '/api/dashboard')).json()
  expect(seen).toMatchObject({
    requests: [{ member: { id: grace.uid }, relationship: { state: 'requestReceived', note: 'Hello' } }],
    nextSevenDays: {
      events: [{ id: 'under-way' }, { id: 'soon' }],
      meetings: [{ id: 'talking' }, { id: 'talk' }],
    },
  })
  expect((await grace.call('GET', '/api/dashboard')).json()).toMatchObject({ requests: [] })
})

test('the next seven days include events that the member hosts or helps at, once each', async () => {
  const ada = await running.member()
  await running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('helped', { startsAt: inHours(1), helpers: [ada.uid] }), [])
    putSeated(tx, eventDocument('hosted', { startsAt: inHours(2), hosts: [ada.uid] }), [])
    putSeated(tx, eventDocument('both', { startsAt: inHours(3), hosts: [ada.uid] }), [ada.uid])
    putSeated(tx, eventDocument('attended', { startsAt: inHours(4) }), [ada.uid])
    putSeated(tx, eventDocument('over', { startsAt: inHours(-3), hosts: [ada.uid] }), [])
    putSeated(tx, eventDocument('draft', { startsAt: inHours(5), hosts: [ada.uid], status: 'draft' }), [])
    putSeated(tx, eventDocument('later', { startsAt: inHours(8 * 24), hosts: [ada.uid] }), [])
  })
  const { nextSevenDays, upcoming } = (await ada.call('GET', '/api/dashboard')).json<Dashboard>()
  expect(nextSevenDays.events.map(({ id, duty }) => [id, duty])).toEqual([
    ['helped', 'helper'],
    ['hosted', 'host'],
    ['both', 'host'],
    ['attended', undefined],
  ])
  expect(upcoming).toEqual([])
})

test('the next three events are shown only if the next seven days are empty', async () => {
  const ada = await running.member()
  const upcoming = async () => (await ada.call('GET', '/api/dashboard')).json<Dashboard>().upcoming
  await running.store.transact(async (tx) => {
    for (const days of [10, 11, 12, 13]) {
      putSeated(tx, eventDocument(`in-${days}-days`, { startsAt: inHours(days * 24) }), [])
    }
  })
  expect(await upcoming()).toHaveLength(3)
  await running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('planned', { startsAt: inHours(3) }), [ada.uid])
  })
  expect(await upcoming()).toEqual([])
})

test('the member’s next event or meeting is shown, however late, only if the next seven days are empty', async () => {
  const ada = await running.member()
  const grace = await running.member()
  const seen = async () => {
    const { later, upcoming } = (await ada.call('GET', '/api/dashboard')).json<Dashboard>()
    return { later: Object.values(later ?? {}).flatMap((all) => all.map(({ id }) => id)), upcoming }
  }
  expect(await seen()).toMatchObject({ later: [] })
  await running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('next-month', { startsAt: inHours(9 * 24) }), [ada.uid])
    putSeated(tx, eventDocument('next-year', { startsAt: inHours(400 * 24) }), [ada.uid])
  })
  expect(await seen()).toMatchObject({ later: ['next-month'] })
  expect((await seen()).upcoming.map(({ id }) => id)).not.toContain('next-month')
  await running.store.transact(async (tx) =>
    tx.put(meetings, meeting('talk-soon', 8 * 24, [ada.uid, grace.uid])),
  )
  expect(await seen()).toMatchObject({ later: ['talk-soon'] })
  await running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('this-week', { startsAt: inHours(24) }), [ada.uid])
  })
  expect(await seen()).toMatchObject({ later: [], upcoming: [] })
})

test('first steps are shown until the last is done, and for 60 days', async () => {
  const ada = await running.member()
  const firstSteps = async () => (await ada.call('GET', '/api/dashboard')).json<Dashboard>().firstSteps
  const change = (more: Partial<MemberDocument>) =>
    running.store.transact(async (tx) => {
      const member = await tx.get(members, ada.uid)
      tx.put(members, { ...member!, ...more })
    })
  const topic = { id: 'one', text: 'Bread', expiresAt: inHours(24) }
  await change({ asks: [topic] })
  expect(await firstSteps()).toEqual({ photo: false, asksAndOffers: false, firstEvent: false, hello: false })
  await change({ offers: [topic] })
  await running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('declined', { startsAt: inHours(30) }), [ada.uid], { state: 'declined' })
  })
  expect(await firstSteps()).toEqual({ photo: false, asksAndOffers: true, firstEvent: false, hello: false })
  await running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('first', { startsAt: inHours(30) }), [ada.uid], { state: 'waitlisted' })
  })
  expect(await firstSteps()).toEqual({ photo: false, asksAndOffers: true, firstEvent: true, hello: false })
  await running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('going', { startsAt: inHours(31) }), [ada.uid])
  })
  expect(await firstSteps()).toMatchObject({ hello: false, eventId: 'going' })
  const grace = await running.member()
  await ada.call('POST', '/api/connections', { body: { memberId: grace.uid, note: '' } })
  expect(await firstSteps()).toMatchObject({ photo: false, hello: true })
  await change({ joinedAt: inHours(-61 * 24) })
  expect(await firstSteps()).toBeUndefined()
  await change({ joinedAt: inHours(0), photo: 'a'.repeat(64) })
  expect(await firstSteps()).toBeUndefined()
})

test('first steps that a member dismissed stay away', async () => {
  const ada = await running.member()
  const firstSteps = async () => (await ada.call('GET', '/api/dashboard')).json<Dashboard>().firstSteps
  expect(await firstSteps()).toBeDefined()
  for (const _ of ['a click', 'a double click']) {
    expect((await ada.call('POST', '/api/me/first-steps-dismissed')).statusCode).toBe(204)
  }
  expect(await firstSteps()).toBeUndefined()
})
