import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { PAGE_SIZE } from '#shared/lib/page.ts'
import type { MeetingListItem, MeetingLists, MeetingPeople } from '#shared/meetings/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import {
  type MeetingFixture,
  type MeetingPerson,
  openMeetingFixture,
} from '#server/testing/fixtures/meeting-fixture.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'

import { meetings } from './collection.ts'

const fixture = await openMeetingFixture()
afterAll(() => fixture.close())

const keyOf = (form: string) => ({ 'idempotency-key': `the-same-for-each-${form}` })
const KEY = keyOf('promise')
const yes = (...slots: string[]) => ({ votes: slots.map((slot) => ({ slot, vote: 'yes' })) })
const listsOf = async (person: MeetingPerson) => {
  const lists = (await fixture.send(person, 'GET', '')).json<MeetingLists>()
  const past = (await fixture.send(person, 'GET', '/past')).json<{ items: MeetingListItem[] }>().items
  return Object.fromEntries(
    Object.entries({ ...lists, past }).flatMap(([name, items]) =>
      items.length > 0 ? [[name, items.map(({ status }) => status)]] : [],
    ),
  )
}

test('pages of past meetings are full, start with cancelled ones and omit those that can be confirmed', async () => {
  const { people, app, inHours } = fixture
  const [ada, grace, lin] = await people(2)
  const ids = [ada.uid, grace.uid, lin.uid]
  const endedAt = (hours: number) => {
    const startsAt = inHours(-hours)
    return { state: 'held' as const, startsAt, closesAt: inHours(1 - hours) }
  }
  await app.store.transact(async (tx) => {
    for (let at = 0; at < PAGE_SIZE; at += 1) {
      tx.put(meetings, meetingDocument(`over-${at}`, ids, endedAt(500 + at)))
      const confirmations = [grace, lin].map(({ uid: member }) => ({ member, held: true }))
      tx.put(meetings, meetingDocument(`unconfirmed-${at}`, ids, { ...endedAt(24 + at), confirmations }))
    }
    tx.put(meetings, meetingDocument('off', ids, { removed: [ada.uid], organiser: grace.uid }))
  })
  const pageOf = async (query = '') =>
    (await fixture.send(ada, 'GET', `/past${query}`)).json<Page<MeetingListItem>>()
  const first = await pageOf()
  expect(first.items).toHaveLength(PAGE_SIZE)
  expect(first.items.slice(0, 2).map(({ id }) => id)).toEqual(['off', 'over-0'])
  const last = await pageOf(`?cursor=${first.next}`)
  expect([last.items.map(({ id }) => id), last.next]).toEqual([[`over-${PAGE_SIZE - 1}`], undefined])
  expect((await fixture.send(ada, 'GET', '/past?cursor=none')).statusCode).toBe(400)
})

test('three people agree on a time, meet, confirm it and follow up', async () => {
  const { people, propose, succeed, get, age } = fixture
  const [ada, grace, lin] = await people(2)
  const proposed = await propose(ada, [grace, lin])
  const [first, second] = proposed.slots.map(({ startsAt }) => startsAt) as [string, string]
  expect(proposed).toMatchObject({
    status: 'proposed',
    organiser: ada.uid,
    actions: ['vote', 'choose', 'edit', 'cancel'],
    expiresAt: second,
    participants: [{ voted: true }, { voted: false, timeZone: 'UTC' }, { voted: false }],
  })
  expect([await listsOf(ada), await listsOf(grace)]).toEqual([
    { waiting: ['proposed'] },
    { toAnswer: ['proposed'] },
  ])

  const { id } = proposed
  const no = { votes: [{ slot: first, vote: 'no' }, ...yes(second).votes] }
  await succeed(grace, 'PUT', `/${id}/votes`, no)
  expect(await listsOf(grace)).toEqual({ waiting: ['proposed'] })
  const scheduled = await succeed(lin, 'PUT', `/${id}/votes`, yes(first, second))
  expect(scheduled).toMatchObject({ status: 'scheduled', startsAt: second, slots: [], actions: ['leave'] })
  expect(await listsOf(ada)).toEqual({ coming: ['scheduled'] })
  expect(await succeed(lin, 'PUT', `/${id}/votes`, yes(first, second))).toEqual(scheduled)

  await age(id, 48 * HOUR + HOUR)
  expect(await fixture.outcome(ada, 'POST', `/${id}/confirm`, { held: true })).toBe('not_over')
  await age(id, HOUR)
  expect(await listsOf(grace)).toEqual({ toConfirm: ['awaitingConfirmation'] })
  expect(await get(ada, id)).toMatchObject({ status: 'awaitingConfirmation', actions: ['confirm'] })
  await succeed(ada, 'POST', `/${id}/confirm`, { held: true })
  expect([await listsOf(ada), await listsOf(grace)]).toEqual([
    { waiting: ['awaitingConfirmation'] },
    { toConfirm: ['awaitingConfirmation'] },
  ])
  const held = await succeed(grace, 'POST', `/${id}/confirm`, { held: true })
  expect(held).toMatchObject({ status: 'held', actions: ['followUp'] })
  expect([await listsOf(grace), await listsOf(lin)]).toEqual([{ past: ['held'] }, { toConfirm: ['held'] }])
  expect((await succeed(lin, 'POST', `/${id}/confirm`, { held: true })).actions).toEqual(['followUp'])

  const promised = { text: 'Send the price list', to: grace.uid, dueOn: fixture.inHours(7 * 24).slice(0, 10) }
  const { promises } = await succeed(ada, 'POST', `/${id}/promises`, promised, KEY)
  expect((await succeed(ada, 'POST', `/${id}/promises`, promised, KEY)).promises).toEqual(promises)
  const other = { ...promised, text: 'Send the catalogue' }
  expect(await fixture.outcome(ada, 'POST', `/${id}/promises`, other, KEY)).toBe('idempotency_key_reused')
  const path = `/${id}/promises/${promises[0]!.id}`
  expect((await succeed(ada, 'POST', `${path}/done`)).status).toBe('followedUp')
  expect((await succeed(grace, 'POST', `${path}/confirm`)).promises).toMatchObject([
    { state: 'done', confirmedAt: expect.any(String) },
  ])
  expect((await succeed(ada, 'POST', `/${id}/promises`, promised, KEY)).promises).toHaveLength(1)
  const thanks = { to: ada.uid, text: 'Thank you' }
  await succeed(grace, 'POST', `/${id}/thanks`, thanks, keyOf('thanks'))
  expect((await succeed(grace, 'POST', `/${id}/thanks`, thanks, keyOf('thanks'))).thanks).toHaveLength(1)
  const otherThanks = { ...thanks, text: 'Many thanks' }
  expect(await fixture.outcome(grace, 'POST', `/${id}/thanks`, otherThanks, keyOf('thanks'))).toBe(
    'idempotency_key_reused',
  )
  const outcome = { kind: 'referral', from: ada.uid, to: lin.uid, note: 'The town hall' }
  const { outcomes } = await succeed(ada, 'POST', `/${id}/outcomes`, outcome, keyOf('outcome'))
  const confirmed = await succeed(lin, 'POST', `/${id}/outcomes/${outcomes[0]!.id}/confirm`)
  expect(confirmed.outcomes).toMatchObject([
    { ...outcome, recordedBy: ada.uid, confirmedAt: expect.any(String) },
  ])
  expect(await succeed(lin, 'POST', `/${id}/outcomes/${outcomes[0]!.id}/confirm`)).toEqual(confirmed)
  expect((await succeed(ada, 'POST', `/${id}/outcomes`, outcome, keyOf('outcome'))).outcomes).toHaveLength(1)
  const otherOutcome = { ...outcome, kind: 'business' }
  expect(await fixture.outcome(ada, 'POST', `/${id}/outcomes`, otherOutcome, keyOf('outcome'))).toBe(
    'idempotency_key_reused',
  )
  const notes = { 'if-match': '"0"' }
  const written = await succeed(lin, 'PUT', `/${id}/notes`, { text: 'Rye first' }, notes)
  expect(written.notes).toMatchObject({ text: 'Rye first', version: 1, changedBy: lin.uid })
  expect(await fixture.outcome(ada, 'PUT', `/${id}/notes`, { text: 'Wheat first' }, notes)).toBe(
    'stale_version',
  )
})

describe('a proposal', () => {
  let pair: Awaited<ReturnType<MeetingFixture['people']>>
  beforeAll(async () => {
    pair = await fixture.people(1)
  })

  test('a proposal that is repeated with its key is one meeting, and is refused with other contents', async () => {
    const [ada, grace] = await fixture.people(1)
    const body = fixture.proposal([grace])
    const first = await fixture.succeed(ada, 'POST', '', body, KEY)
    expect(await fixture.succeed(ada, 'POST', '', body, KEY)).toEqual(first)
    expect(await fixture.outcome(ada, 'POST', '', { ...body, purpose: 'Something else' }, KEY)).toBe(
      'idempotency_key_reused',
    )
    expect(await listsOf(ada)).toEqual({ waiting: ['proposed'] })
  })

  test.for([
    ['a slot in the past', { slots: ['2020-01-01T10:00:00Z'] }, 'slots'],
    ['a slot more than a year ahead', { slots: ['2999-01-01T10:00:00Z'] }, 'slots'],
    ['a purpose that cannot be seen', { purpose: '\u200B\u200B\u200B\u2800' }, 'purpose'],
    ['a link with a user name', { joinUrl: 'https://zoom.us@evil.example' }, 'joinUrl'],
    ['a source that does not exist', { source: { kind: 'event' as const, id: 'nothing' } }, 'source'],
  ] as const)('a proposal with %s is refused by field', async ([, more, field]) => {
    const [ada, grace] = pair
    const answer = await fixture.send(ada, 'POST', '', { ...fixture.proposal([grace]), ...more })
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([400, [field]])
  })

  test('a proposal can have slots in a gap or an overlap of a zone, because they are instants', async () => {
    const [ada, grace] = pair
    const day = fixture.inHours(30 * 24).slice(0, 10)
    // A form may send a time that does not exist in its zone, before and after moving it.
    const slots = [`${day}T02:30:00+01:00`, `${day}T03:30:00+02:00`, `${day}T01:30:00Z`]
    const { slots: stored } = await fixture.propose(ada, [grace], { slots })
    expect(stored.map(({ startsAt }) => startsAt)).toEqual([`${day}T01:30:00.000Z`])
  })

  test('a proposal has at most nine people in nine zones, and keeps texts at their limits in any script', async () => {
    const [ada, ...others] = await fixture.people(9)
    expect(await fixture.outcome(ada, 'POST', '', fixture.proposal(others))).toBe('invalid_input')
    const purpose = 'مقابلة 🌿'.padEnd(280, 'ليلى ')
    const agenda = Array.from({ length: 5 }, (_, at) => '🍞'.repeat(79) + at)
    const more = { purpose, agenda, joinUrl: 'https://meet.example/raum-münchen' }
    const meeting = await fixture.propose(ada, others.slice(0, 8), more)
    expect(meeting.participants).toHaveLength(9)
    expect(meeting).toMatchObject({
      purpose: purpose.trim(),
      agenda,
      joinUrl: 'https://meet.example/raum-m%C3%BCnchen',
    })
  })
})

test('people to invite are connections, those with matching asks and offers first', async () => {
  const [ada, grace, lin] = await fixture.people(2)
  const stranger = await fixture.app.member()
  const items = (await fixture.send(ada, 'GET', '/people')).json<MeetingPeople>().items
  expect(items.map(({ member }) => member.id).toSorted()).toEqual([grace.uid, lin.uid].toSorted())
  expect(items.some(({ member }) => member.id === stranger.uid)).toBe(false)
  expect((await fixture.send(ada, 'GET', '/people?q=nobody')).json()).toEqual({ items: [] })
})

test('a meeting cannot be seen or changed by anyone else', async () => {
  const [ada, grace, eve] = await fixture.people(2)
  const { id, slots } = await fixture.propose(ada, [grace])
  const slot = slots[0]!.startsAt
  for (const [method, path, body] of [
    ['GET', ''],
    ['GET', '/calendar.ics'],
    ['PUT', '/votes', yes(slot)],
    ['POST', '/choose', { slot }],
    ['POST', '/decline', {}],
    ['POST', '/cancel', { reason: 'Rain' }],
    ['POST', '/thanks', { to: ada.uid, text: 'Thank you' }],
  ] as const)
    expect(await fixture.outcome(eve, method, `/${id}${path}`, body)).toBe('meeting_not_found')
  expect(await fixture.outcome(grace, 'POST', `/${id}/choose`, { slot })).toBe('organiser_only')
})

test('a declined proposal is listed as past, with its only guest and the time', async () => {
  const [ada, grace] = await fixture.people(1)
  const { id } = await fixture.propose(ada, [grace])
  await fixture.send(grace, 'POST', `/${id}/decline`, {})
  const { items } = (await fixture.send(ada, 'GET', '/past')).json<{ items: MeetingListItem[] }>()
  expect(items).toMatchObject([
    {
      id,
      status: 'declined',
      others: [{ id: grace.uid }],
      endedAt: expect.any(String),
    },
  ])
})

test('a meeting names the event that it comes from, as long as there is one', async () => {
  const [ada, grace] = await fixture.people(1)
  const { store } = fixture.app
  await store.transact(async (tx) => tx.put(events, eventDocument('from-here', { title: 'Open evening' })))
  fixture.app.advance(1_000)
  const source = { kind: 'event', id: 'from-here' } as const
  const { id, event } = await fixture.propose(ada, [grace], { source })
  expect(event).toEqual({ id: 'from-here', title: 'Open evening' })
  await store.transact(async (tx) => tx.delete(events, 'from-here'))
  fixture.app.advance(1_000)
  expect((await fixture.get(grace, id)).event).toBeUndefined()
})

test('a cancelled meeting shows the time that was cancelled, but not one that was already given up', async () => {
  const { people, schedule, succeed, inHours } = fixture
  const [ada, grace] = await people(1)
  const cancel = (id: string) => succeed(ada, 'POST', `/${id}/cancel`, { reason: 'Rain' })
  const scheduled = await schedule(ada, [grace])
  expect((await cancel(scheduled.id)).startsAt).toBe(scheduled.startsAt)
  const other = await schedule(ada, [grace])
  await succeed(ada, 'POST', `/${other.id}/reschedule`, { slots: [inHours(90)], reason: 'A train' })
  expect((await cancel(other.id)).startsAt).toBeUndefined()
})

test('a rescheduled meeting has one notification, with its current state', async () => {
  const [ada, grace] = await fixture.people(1)
  const { notifications } = fixture.app.services.notifications
  const about = async (id: string) => {
    await notifications.idle()
    const { items } = await notifications.list(grace.uid)
    return items.flatMap(({ subject, topic }) => (subject.id === id ? topic : []))
  }
  const { id } = await fixture.schedule(ada, [grace])
  expect(await about(id)).toEqual(['meetingScheduled', 'meetingProposed'])
  const slots = [fixture.inHours(30)]
  await fixture.succeed(ada, 'POST', `/${id}/reschedule`, { slots, reason: 'A train' })
  expect(await about(id)).toEqual(['meetingChanged', 'meetingProposed'])
  await fixture.succeed(ada, 'POST', `/${id}/choose`, { slot: slots[0] })
  expect(await about(id)).toEqual(['meetingScheduled', 'meetingProposed'])
  await fixture.succeed(ada, 'POST', `/${id}/cancel`, { reason: 'Rain' })
  expect(await about(id)).toEqual(['meetingChanged', 'meetingProposed'])
})
