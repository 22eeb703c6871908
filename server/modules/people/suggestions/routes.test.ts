import { afterEach, beforeEach, expect, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import {
  type SuggestionFixture,
  createSuggestionFixture,
  topic,
} from '#server/testing/fixtures/suggestion-fixture.ts'

let fixture: SuggestionFixture
beforeEach(async () => {
  fixture = await createSuggestionFixture()
})
afterEach(() => fixture.close())

test('a member with nothing in common with others gets no suggestion', async () => {
  await fixture.join({ displayName: 'Ada', keywords: ['chess'], offers: [topic('Help with your business')] })
  await fixture.viewerIs({ asks: [topic('Help with my business')] })
  expect(await fixture.suggestions()).toEqual([])
})

test('an ask that matches an offer comes first, with its reason in words', async () => {
  await fixture.viewerIs({
    asks: [topic('A printer for short runs')],
    offers: [topic('Introductions to vineyards')],
    keywords: ['Sailing', 'wine'],
    address: { city: 'Lisbon' },
    industry: 'Law',
  })
  await fixture.join(
    { displayName: 'Ada', offers: [topic('Printers at cost price')] },
    { displayName: 'Bo', asks: [topic('To meet a vineyard')], keywords: ['WINE', 'sailing'] },
    { displayName: 'Cy', keywords: ['wine'] },
    { displayName: 'Di', address: { city: 'LISBON' }, industry: 'Law' },
    { displayName: 'Ed', address: { city: 'Lisbon' } },
  )
  expect((await fixture.suggestions()).map(({ member, reasons }) => [member.displayName, reasons])).toEqual([
    [
      'Bo',
      [
        'Bo’s ask “To meet a vineyard” matches your offer “Introductions to vineyards”.',
        'You share the keywords Sailing, wine.',
      ],
    ],
    ['Ada', ['Your ask “A printer for short runs” matches Ada’s offer “Printers at cost price”.']],
    ['Cy', ['You share the keyword wine.']],
  ])
  for (const { member } of (await fixture.suggestions()).slice(1)) {
    await fixture.viewer.call('PUT', `/api/suggestions/${member.id}/dismissal`)
  }
  expect((await fixture.suggestions()).slice(1).map(({ reasons }) => reasons)).toEqual([
    ['You both work in Law in Lisbon.'],
    ['You are both in Lisbon.'],
  ])
})

test('rarer matches weigh more, and ties have a fixed order', async () => {
  await fixture.viewerIs({ asks: [topic('Falconry'), topic('Accounting')] })
  await fixture.join(
    ...['a', 'b', 'c'].map((id) => ({ id, displayName: `Accountant ${id}`, offers: [topic('accounting')] })),
    { displayName: 'Falconer', offers: [topic('falconry')] },
  )
  expect(await fixture.names()).toEqual(['Falconer', 'Accountant a', 'Accountant b'])
  expect(await fixture.names()).toEqual(['Falconer', 'Accountant a', 'Accountant b'])
})

test('shared events and mutual connections are reasons', async () => {
  const [friend, stranger] = [await fixture.running.member(), await fixture.running.member()]
  await fixture.viewerIs({})
  await fixture.join({ id: friend.uid, displayName: 'Friend' }, { id: stranger.uid, displayName: 'Stranger' })
  const connect = async (one: typeof friend, other: typeof friend) => {
    const asked = await one.call('POST', '/api/connections', { body: { memberId: other.uid, note: '' } })
    const { connectionId } = asked.json<{ connectionId: string }>()
    await other.call('POST', `/api/connections/${connectionId}/accept`)
  }
  await connect(fixture.viewer, friend)
  await connect(friend, stranger)
  expect(await fixture.suggestions()).toMatchObject([
    { member: { id: stranger.uid }, reasons: ['You have 1 connection in common.'] },
  ])

  const startsAt = new Date(Date.now() + MINUTE).toISOString()
  await fixture.running.store.transact(async (tx) =>
    tx.put(events, eventDocument('supper', { title: 'Harvest Supper', startsAt })),
  )
  for (const person of [fixture.viewer, stranger]) {
    const answer = await person.call('PUT', '/api/events/supper/rsvp', {
      body: { state: 'going', guests: 0 },
    })
    expect(answer.statusCode).toBe(200)
  }
  expect((await fixture.suggestions()).map(({ reasons }) => reasons)).toEqual([
    ['You’re both going to Harvest Supper.', 'You have 1 connection in common.'],
  ])
  fixture.pass(61_000)
  expect((await fixture.suggestions()).map(({ reasons }) => reasons)).toEqual([
    ['You both went to Harvest Supper.', 'You have 1 connection in common.'],
  ])
})

test('shared events include those that a member hosted', async () => {
  const host = await fixture.running.member()
  await fixture.viewerIs({})
  await fixture.join({ id: host.uid, displayName: 'Host' })
  const hostOf = (id: string, hosts: string[], hours: number) =>
    eventDocument(id, { title: id, hosts, startsAt: new Date(Date.now() + hours * HOUR).toISOString() })
  await fixture.running.store.transact(async (tx) => {
    putSeated(tx, hostOf('Supper', [host.uid], -3), [fixture.viewer.uid])
    putSeated(tx, hostOf('Breakfast', [fixture.viewer.uid], -2), [host.uid])
    putSeated(tx, hostOf('Planned', [fixture.viewer.uid], 2), [host.uid])
  })
  expect((await fixture.suggestions()).map(({ reasons }) => reasons)).toEqual([
    ['You’re both going to Planned.', 'You both went to Breakfast and 1 more event.'],
  ])
})

test('a newcomer with nothing but a name is introduced to people who go to the same event', async () => {
  const [one, other] = [await fixture.running.member(), await fixture.running.member()]
  await fixture.viewerIs({})
  await fixture.join({ id: one.uid, displayName: 'Ada' }, { id: other.uid, displayName: 'Ben' })
  const startsAt = new Date(Date.now() + 3 * DAY).toISOString()
  await fixture.running.store.transact(async (tx) => {
    putSeated(tx, eventDocument('open', { title: 'Open evening', startsAt }), [fixture.viewer.uid, one.uid])
    putSeated(tx, eventDocument('off', { title: 'Called off', startsAt, status: 'cancelled' }), [
      fixture.viewer.uid,
      other.uid,
    ])
  })
  expect(await fixture.suggestions()).toMatchObject([
    { member: { id: one.uid }, reasons: ['You’re both going to Open evening.'] },
  ])
})

test('people of the same industry are suggested, those in the same city first', async () => {
  await fixture.viewerIs({ industry: 'Law', address: { city: 'Porto' } })
  await fixture.join(
    { displayName: 'Elsewhere', industry: 'Law', address: { city: 'Berlin' } },
    { displayName: 'Neighbour', industry: 'Law', address: { city: 'Porto' } },
    { displayName: 'Stranger', industry: 'Property', address: { city: 'Berlin' } },
  )
  expect(
    (await fixture.suggestions()).map(({ member, reasons }) => [member.displayName, ...reasons]),
  ).toEqual([
    ['Neighbour', 'You both work in Law in Porto.'],
    ['Elsewhere', 'You both work in Law.'],
  ])
})

test('each suggestion begins with its own reason, and a reason shared by several is given once', async () => {
  await fixture.viewerIs({ keywords: ['wine', 'chess'], address: { city: 'Porto' } })
  await fixture.join(
    { id: 'a', displayName: 'Ada', keywords: ['wine'], address: { city: 'Porto' } },
    { id: 'b', displayName: 'Ben', keywords: ['chess'], address: { city: 'Porto' } },
    { id: 'c', displayName: 'Cem', address: { city: 'Porto' } },
  )
  expect((await fixture.suggestions()).map(({ reasons }) => reasons)).toEqual([
    ['You share the keyword wine.', 'You are both in Porto.'],
    ['You share the keyword chess.'],
    ['You are both in Porto.'],
  ])
})

test('members cannot dismiss themselves or someone who does not exist', async () => {
  const own = await fixture.viewer.call('PUT', `/api/suggestions/${fixture.viewer.uid}/dismissal`)
  expect(own.statusCode).toBe(400)
  const nobody = await fixture.viewer.call('PUT', '/api/suggestions/nobody/dismissal')
  expect(nobody.statusCode).toBe(404)
})
