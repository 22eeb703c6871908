import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { INTRODUCTION_LIFETIME } from '#shared/people/introduction-rules.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { createIntroductionFixture, type Person } from '#server/testing/fixtures/introduction-fixture.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { type IntroductionDocument, introductions } from './collection.ts'
import { pairOf } from './introduction-state.ts'
import type { ExportedIntroductions } from './service.ts'

/** Introduces Ben and Cleo, who do not know each other. */
let ada: Person
let ben: Person
let cleo: Person
const fixture = await createIntroductionFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  ;({ ada, ben, cleo } = await fixture.people())
})

describe('introducing', () => {
  test('an introduction needs two connections', async () => {
    const stranger = await fixture.running.member()
    for (const people of [
      [ben, stranger],
      [ben, ada],
    ]) {
      const answer = await fixture.introduce(ada, people)
      expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([
        400,
        { people: 'Choose two of your connections.' },
      ])
    }
  })

  test('introducing two people is refused alike whether they are connected, blocked or already being introduced', async () => {
    const refused = [409, 'introduction_not_possible']
    const other = await fixture.running.member()
    await Promise.all([fixture.connect(other, ben), fixture.connect(other, cleo)])
    const id = await fixture.introduced(ada, [ben, cleo])
    expect(fixture.codeOf(await fixture.introduce(other, [ben, cleo]))).toEqual(refused)
    await fixture.accept(ben, id)
    await fixture.accept(cleo, id)
    expect(fixture.codeOf(await fixture.introduce(other, [ben, cleo]))).toEqual(refused)
    await ben.call('PUT', `/api/blocks/${cleo.uid}`)
    expect(fixture.codeOf(await fixture.introduce(other, [ben, cleo]))).toEqual(refused)
  })

  test('introducing stops at ten open introductions', async () => {
    await fixture.running.store.transact(async (tx) => {
      for (let at = 0; at < 10; at += 1) {
        const people = [`one-${at}`, `other-${at}`]
        tx.put(introductions, {
          id: `${ada.uid}-${at}`,
          introducer: ada.uid,
          people,
          pair: pairOf(people),
          reason: 'Printers',
          introducedAt: new Date(fixture.running.clock() - at).toISOString(),
          accepted: [],
          declined: [],
        } satisfies IntroductionDocument)
      }
    })
    expect(fixture.codeOf(await fixture.introduce(ada, [ben, cleo]))).toEqual([409, 'too_many_introductions'])
    await fixture.age(`${ada.uid}-3`, INTRODUCTION_LIFETIME)
    expect((await fixture.introduce(ada, [ben, cleo])).statusCode).toBe(201)
  })

  test.for<[string, unknown]>([
    ['people', { people: ['one'], reason: 'x' }],
    ['people', { people: ['one', 'one'], reason: 'x' }],
    ['people', { people: ['one', 'two', 'three'], reason: 'x' }],
    ['reason', { people: ['one', 'two'], reason: '' }],
    ['reason', { people: ['one', 'two'], reason: ' \n' }],
    ['reason', { people: ['one', 'two'], reason: '\u200b\u2060' }],
    ['reason', { people: ['one', 'two'], reason: 'x'.repeat(281) }],
    ['note', { people: ['one', 'two'], reason: 'x', note: 'y' }],
  ])('introducing is refused with the invalid field: %s', async ([field, body]) => {
    const answer = await ada.call('POST', '/api/introductions', { body })
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([400, [field]])
  })

  test('introducing accepts a reason at its limit in any script', async () => {
    const reason = 'ليلى 🌿'.padEnd(280, '🌿').slice(0, 280).toWellFormed()
    expect((await fixture.introduce(ada, [ben, cleo], { reason })).json()).toMatchObject({ reason })
  })
})

describe('an introduction is out of reach', () => {
  test.for<[string, (people: Record<'ada' | 'ben' | 'cleo', Person>) => Promise<unknown>]>([
    [
      'the other blocked them',
      ({ cleo: other, ben: asked }) => other.call('PUT', `/api/blocks/${asked.uid}`),
    ],
    [
      'they blocked the other',
      ({ cleo: other, ben: asked }) => asked.call('PUT', `/api/blocks/${other.uid}`),
    ],
    ['the introducer blocked them', ({ ada: by, ben: asked }) => by.call('PUT', `/api/blocks/${asked.uid}`)],
    ['the other is suspended', ({ cleo: { uid } }) => setStatus(fixture.running.store, uid, 'suspended')],
    ['the introducer is suspended', ({ ada: { uid } }) => setStatus(fixture.running.store, uid, 'suspended')],
  ])('an introduction is out of reach once %s', async ([, change]) => {
    const id = await fixture.introduced(ada, [ben, cleo])
    await fixture.accept(cleo, id)
    await change({ ada, ben, cleo })
    expect((await fixture.list(ben)).asked).toEqual([])
    for (const answer of [await fixture.accept(ben, id), await fixture.decline(ben, id)]) {
      expect(fixture.codeOf(answer)).toEqual([404, 'introduction_not_found'])
    }
  })

  test('an introduction is out of reach for everyone else, including the introducer', async () => {
    const [id, stranger] = [await fixture.introduced(ada, [ben, cleo]), await fixture.running.member()]
    for (const person of [ada, stranger])
      expect(fixture.codeOf(await fixture.accept(person, id))).toEqual([404, 'introduction_not_found'])
    expect(fixture.codeOf(await fixture.accept(ben, 'no-such-id'))).toEqual([404, 'introduction_not_found'])
  })
})

test('a block revokes the blocker’s acceptance, and unblocking does not restore it', async () => {
  const id = await fixture.introduced(ada, [ben, cleo])
  await fixture.accept(ben, id)
  await ben.call('PUT', `/api/blocks/${cleo.uid}`)
  await ben.call('DELETE', `/api/blocks/${cleo.uid}`)
  expect((await fixture.accept(cleo, id)).json()).toMatchObject({ state: 'waiting' })
  expect(await fixture.relation(ben, cleo)).toBe('none')
})

test('only an introduction that connected two people of a meeting has an introducer', async () => {
  const id = await fixture.introduced(ada, [ben, cleo])
  const { introductions: service } = fixture.running.services.people
  const of = async (...people: Person[]) => {
    const uids = people.map(({ uid }) => uid)
    return (await service.introductionOf(fixture.running.store, id, uids))?.introducer
  }
  expect(await of(ben, cleo)).toBeUndefined()
  await fixture.accept(ben, id)
  await fixture.accept(cleo, id)
  expect([await of(ben, cleo), await of(cleo, ada, ben), await of(ben, ada)]).toEqual([
    ada.uid,
    ada.uid,
    undefined,
  ])
  expect(
    await service.introductionOf(fixture.running.store, 'no-such-id', [ben.uid, cleo.uid]),
  ).toBeUndefined()
})

test('an export contains only the member’s own answer, and a deletion removes the introductions of a member', async () => {
  const id = await fixture.introduced(ada, [ben, cleo])
  await fixture.decline(ben, id)
  await fixture.accept(cleo, id)
  const download = async ({ call }: Person) =>
    (await call('POST', '/api/account/export')).json<{ introductions: ExportedIntroductions }>().introductions
  const shared = { introducer: ada.uid, people: [ben.uid, cleo.uid], reason: 'You both print' }
  expect(await download(ben)).toEqual([{ ...shared, introducedAt: expect.any(String), answer: 'declined' }])
  expect(await download(cleo)).toEqual([{ ...shared, introducedAt: expect.any(String), answer: 'accepted' }])
  expect(await download(ada)).toEqual([{ ...shared, introducedAt: expect.any(String) }])

  await fixture.running.services.people.introductions.forget(cleo.uid)
  expect(await fixture.running.store.get(introductions, id)).toBeUndefined()
  const again = await fixture.introduced(ada, [ben, cleo])
  await fixture.running.store.transact(async (tx) => {
    const member = (await tx.get(members, cleo.uid))!
    tx.put(members, { ...member, status: 'former' })
  })
  fixture.running.advance(1_000)
  expect((await fixture.list(ben)).asked).toEqual([])
  expect(fixture.codeOf(await fixture.accept(ben, again))).toEqual([404, 'introduction_not_found'])
})
