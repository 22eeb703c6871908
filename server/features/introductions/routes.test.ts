import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Introduction } from '#shared/connections.ts'
import { DEFAULT_VISIBILITY } from '#shared/profile.ts'
import { events } from '#server/features/events/collection.ts'
import { type MemberDocument, members } from '#server/features/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument } from '#server/testing/events.ts'
import { profileEdit } from '#server/testing/member-world.ts'

let running: TestApp
let ahead: number
let viewer: Awaited<ReturnType<TestApp['member']>>
beforeEach(async () => {
  ahead = 0
  running = await startTestApp()
  viewer = await running.member()
})
afterEach(() => running.close())

const topic = (text: string) => ({ id: randomUUID(), text, expiresAt: '2999-01-01T00:00:00.000Z' })
function pass(milliseconds: number) {
  ahead += milliseconds
  running.advance(milliseconds)
}

/** Written straight into the store, as another process does, and seen after a second. */
async function join(...people: Partial<MemberDocument>[]) {
  const changedAt = new Date(Date.now() + ahead).toISOString()
  await running.store.transact(async (tx) => {
    for (const more of people) {
      tx.put(members, {
        ...profileEdit,
        id: randomUUID(),
        version: 1,
        changedAt,
        email: '',
        role: 'member',
        status: 'active',
        joinedAt: changedAt,
        onboardedAt: changedAt,
        keywords: [],
        address: {},
        industry: '',
        asks: [],
        offers: [],
        ...more,
      })
    }
  })
  pass(1_000)
}
const viewerIs = (more: Partial<MemberDocument>) => join({ id: viewer.uid, displayName: 'Viewer', ...more })
const introductions = async () =>
  (await viewer.call('GET', '/api/introductions')).json<{ items: Introduction[] }>().items
const namesOf = async () => (await introductions()).map(({ member }) => member.displayName)

test('who has nothing in common with anyone is introduced to nobody', async () => {
  await join({ displayName: 'Ada', keywords: ['chess'], offers: [topic('Help with your business')] })
  await viewerIs({ asks: [topic('Help with my business')] })
  expect(await introductions()).toEqual([])
})

test('what one asks and the other offers comes first, each with its reason in words', async () => {
  await viewerIs({
    asks: [topic('A printer for short runs')],
    offers: [topic('Introductions to vineyards')],
    keywords: ['Sailing', 'wine'],
    address: { city: 'Lisbon' },
    industry: 'Law',
  })
  await join(
    { displayName: 'Ada', offers: [topic('Printers at cost price')] },
    { displayName: 'Bo', asks: [topic('To meet a vineyard')], keywords: ['WINE', 'sailing'] },
    { displayName: 'Cy', keywords: ['wine'] },
    { displayName: 'Di', address: { city: 'LISBON' }, industry: 'Law' },
    { displayName: 'Ed', address: { city: 'Lisbon' } },
  )
  expect((await introductions()).map(({ member, reasons }) => [member.displayName, reasons])).toEqual([
    [
      'Bo',
      [
        "Bo's ask “To meet a vineyard” matches your offer “Introductions to vineyards”.",
        'You share the keywords Sailing, wine.',
      ],
    ],
    ['Ada', ["Your ask “A printer for short runs” matches Ada's offer “Printers at cost price”."]],
    ['Cy', ['You share the keyword wine.']],
  ])
  for (const { member } of (await introductions()).slice(1)) {
    await viewer.call('PUT', `/api/introductions/${member.id}/dismissal`)
  }
  expect((await introductions()).slice(1).map(({ reasons }) => reasons)).toEqual([
    ['You both work in Law in Lisbon.'],
    ['You are both in Lisbon.'],
  ])
})

test('the rarer of two things in common weighs more, and equals stand in a fixed order', async () => {
  await viewerIs({ asks: [topic('Falconry'), topic('Accounting')] })
  await join(
    ...['a', 'b', 'c'].map((id) => ({ id, displayName: `Accountant ${id}`, offers: [topic('accounting')] })),
    { displayName: 'Falconer', offers: [topic('falconry')] },
  )
  expect(await namesOf()).toEqual(['Falconer', 'Accountant a', 'Accountant b'])
  expect(await namesOf()).toEqual(['Falconer', 'Accountant a', 'Accountant b'])
})

test('events that both went to and connections in common are reasons', async () => {
  const [friend, stranger] = [await running.member(), await running.member()]
  await viewerIs({})
  await join({ id: friend.uid, displayName: 'Friend' }, { id: stranger.uid, displayName: 'Stranger' })
  const connect = async (one: typeof friend, other: typeof friend) => {
    const asked = await one.call('POST', '/api/connections', { body: { memberId: other.uid, note: '' } })
    const { connectionId } = asked.json<{ connectionId: string }>()
    await other.call('POST', `/api/connections/${connectionId}/accept`)
  }
  await connect(viewer, friend)
  await connect(friend, stranger)
  expect(await introductions()).toMatchObject([
    { member: { id: stranger.uid }, reasons: ['You have 1 connection in common.'] },
  ])

  const startsAt = new Date(Date.now() + 60_000).toISOString()
  await running.store.transact(async (tx) =>
    tx.put(events, eventDocument('supper', { title: 'Harvest Supper', startsAt })),
  )
  for (const person of [viewer, stranger]) {
    const answer = await person.call('PUT', '/api/events/supper/answer', {
      body: { state: 'going', guests: 0 },
    })
    expect(answer.statusCode).toBe(200)
  }
  pass(61_000)
  expect((await introductions()).map(({ reasons }) => reasons)).toEqual([
    ['You both went to Harvest Supper.', 'You have 1 connection in common.'],
  ])
})

describe('nobody is suggested', () => {
  const ada = { id: 'ada', displayName: 'Ada', keywords: ['chess'] }
  beforeEach(async () => {
    await viewerIs({ keywords: ['Chess'] })
    await join(ada)
  })

  test.each<[string, Partial<MemberDocument>]>([
    ['who hides from the directory', { directoryHidden: true }],
    ['who is suspended', { status: 'suspended' }],
    ['who is about to leave', { deletionDueAt: '2999-01-01T00:00:00.000Z' }],
    ['for what only connections may see', { visibility: { ...DEFAULT_VISIBILITY, keywords: 'connections' } }],
  ])('%s', async (_, more) => {
    expect(await namesOf()).toEqual(['Ada'])
    await join({ ...ada, ...more })
    expect(await introductions()).toEqual([])
  })

  test('for an ask that has run out', async () => {
    await viewerIs({ offers: [topic('Beehives')] })
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    await join({ ...ada, asks: [{ ...topic('Beehives'), expiresAt }] })
    expect(await namesOf()).toEqual(['Ada'])
    pass(61_000)
    expect(await introductions()).toEqual([])
  })

  test('who was dismissed, until that is taken back; twice is as good as once', async () => {
    for (const _ of [1, 2]) {
      expect((await viewer.call('PUT', '/api/introductions/ada/dismissal')).statusCode).toBe(204)
    }
    expect(await introductions()).toEqual([])
    for (const _ of [1, 2]) {
      expect((await viewer.call('DELETE', '/api/introductions/ada/dismissal')).statusCode).toBe(204)
    }
    expect(await namesOf()).toEqual(['Ada'])
  })

  test('who blocked the viewer or was blocked', async () => {
    const other = await running.member()
    await join({ ...ada, status: 'suspended' }, { ...ada, id: other.uid, displayName: 'Other' })
    expect(await namesOf()).toEqual(['Other'])
    await other.call('PUT', `/api/blocks/${viewer.uid}`)
    expect(await introductions()).toEqual([])
    await other.call('DELETE', `/api/blocks/${viewer.uid}`)
    expect(await namesOf()).toEqual(['Other'])
    await viewer.call('PUT', `/api/blocks/${other.uid}`)
    expect(await introductions()).toEqual([])
  })

  test('who is asked already', async () => {
    expect(await namesOf()).toEqual(['Ada'])
    await viewer.call('POST', '/api/connections', { body: { memberId: 'ada', note: '' } })
    expect(await introductions()).toEqual([])
  })
})

test('oneself and nobody cannot be dismissed', async () => {
  const own = await viewer.call('PUT', `/api/introductions/${viewer.uid}/dismissal`)
  expect(own.statusCode).toBe(400)
  const nobody = await viewer.call('PUT', '/api/introductions/nobody/dismissal')
  expect(nobody.statusCode).toBe(404)
})
