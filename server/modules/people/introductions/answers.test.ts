import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { Relationship } from '#shared/people/connections.ts'
import { INTRODUCTION_LIFETIME, INTRODUCTION_SHOWN } from '#shared/people/introduction-rules.ts'
import type { MeetingProposal } from '#shared/meetings/schema.ts'
import type { AskedIntroduction } from '#shared/people/introductions.ts'
import { DAY } from '#shared/lib/durations.ts'
import { createIntroductionFixture, type Person } from '#server/testing/fixtures/introduction-fixture.ts'

import { introductions } from './collection.ts'

/** Introduces Ben and Cleo, who do not know each other. */
let ada: Person
let ben: Person
let cleo: Person
const fixture = await createIntroductionFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  ;({ ada, ben, cleo } = await fixture.people())
})

describe('an introduction', () => {
  test('an introduction asks both, with the reason, and connects them once both accept', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    for (const [person, other] of [
      [ben, cleo],
      [cleo, ben],
    ] as const) {
      expect((await fixture.list(person)).asked).toMatchObject([
        {
          id,
          state: 'open',
          reason: 'You both print',
          introducer: { id: ada.uid },
          member: { id: other.uid },
        },
      ])
    }
    expect((await fixture.list(ada)).made).toMatchObject([
      { id, state: 'waiting', people: [{ id: ben.uid }, { id: cleo.uid }] },
    ])

    expect((await fixture.accept(ben, id)).json<AskedIntroduction>()).toMatchObject({ state: 'waiting' })
    expect((await fixture.list(cleo)).asked).toMatchObject([{ state: 'open' }])
    expect(await fixture.relation(ben, cleo)).toBe('none')
    expect((await fixture.accept(cleo, id)).json<AskedIntroduction>()).toMatchObject({ state: 'connected' })
    expect(await fixture.relation(ben, cleo)).toBe('connected')
    for (const person of [ben, cleo])
      expect((await fixture.list(person)).asked).toMatchObject([{ state: 'connected' }])
    expect((await fixture.list(ada)).made).toMatchObject([{ state: 'connected' }])
  })

  test('an introduction notifies the first to accept and the introducer once both have accepted', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    const asked = await fixture.news(cleo)
    await fixture.accept(ben, id)
    expect([await fixture.news(ada), await fixture.news(cleo)]).toEqual([[], asked])
    await fixture.accept(cleo, id)
    await fixture.accept(cleo, id)
    const [{ member } = { member: undefined }] = (await fixture.list(ben)).asked
    const name = member?.displayName ?? ''
    expect((await fixture.news(ben))[0]).toBe(
      `You and ${name} both accepted an introduction. You’re connected and can pick a time to meet.`,
    )
    expect(await fixture.news(ada)).toEqual([
      `${name} and the member you introduced them to both accepted. They’re connected.`,
    ])
    expect(await fixture.news(cleo)).toEqual(asked)
  })

  test('an introduction that one declines notifies no one', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    const before = [await fixture.news(ada), await fixture.news(cleo)]
    await fixture.accept(cleo, id)
    await fixture.decline(ben, id)
    expect([await fixture.news(ada), await fixture.news(cleo)]).toEqual(before)
  })

  test('an introduction does not notify an introducer whom one of the two has blocked since', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    await fixture.accept(ben, id)
    await ben.call('PUT', `/api/blocks/${ada.uid}`)
    expect((await fixture.accept(cleo, id)).statusCode).toBe(200)
    expect(await fixture.relation(ben, cleo)).toBe('connected')
    expect(await fixture.news(ada)).toEqual([])
  })

  test('an introduction no longer asks for a time once either person proposes a meeting separately', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    await fixture.accept(ben, id)
    await fixture.accept(cleo, id)
    const proposal = {
      purpose: 'Who prints what',
      kind: 'advice',
      participants: [ben.uid, ada.uid],
      durationMinutes: 30,
      slots: [new Date(fixture.running.clock() + DAY).toISOString()],
      place: '',
      joinUrl: '',
      agenda: [],
    }
    expect((await cleo.call('POST', '/api/meetings', { body: proposal })).statusCode).toBe(201)
    for (const person of [ben, cleo]) expect((await fixture.list(person)).asked).toEqual([])
  })

  test('an introduction asks both to pick a time after they connect, until either proposes a meeting', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    await fixture.accept(ben, id)
    await fixture.accept(cleo, id)
    const proposal: MeetingProposal = {
      purpose: 'Who prints what',
      kind: 'introduction',
      participants: [cleo.uid],
      durationMinutes: 30,
      slots: [new Date(fixture.running.clock() + DAY).toISOString()],
      place: '',
      joinUrl: '',
      agenda: [],
      source: { kind: 'introduction', id },
    }
    expect((await ben.call('POST', '/api/meetings', { body: proposal })).statusCode).toBe(201)
    for (const person of [ben, cleo]) expect((await fixture.list(person)).asked).toEqual([])
    expect((await fixture.list(ada)).made).toMatchObject([{ state: 'connected' }])
    // A phone repeats it after a lost response.
    expect((await fixture.accept(cleo, id)).json()).toMatchObject({ state: 'connected' })
  })

  test('an introduction is created once when its request is repeated', async () => {
    const key = randomUUID()
    const [first, second] = [
      await fixture.introduce(ada, [ben, cleo], { key }),
      await fixture.introduce(ada, [ben, cleo], { key }),
    ]
    expect(second.json()).toEqual(first.json())
    const other = await fixture.introduce(ada, [ben, cleo], { reason: 'You both bake' })
    expect(other.json()).toMatchObject({ status: 409, code: 'already_introduced' })
    expect((await fixture.list(ben)).asked).toHaveLength(1)
  })

  test('an introduction is answered once when its answer is repeated, also by two devices at once', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    await Promise.all([
      fixture.accept(ben, id),
      fixture.accept(ben, id),
      fixture.accept(cleo, id),
      fixture.accept(cleo, id),
    ])
    expect((await fixture.running.store.get(introductions, id))?.accepted.toSorted()).toEqual(
      [ben.uid, cleo.uid].toSorted(),
    )
    expect(await fixture.relation(ben, cleo)).toBe('connected')
    expect((await fixture.accept(cleo, id)).json()).toMatchObject({ state: 'connected' })
    expect(fixture.codeOf(await fixture.decline(ben, id))).toEqual([409, 'already_connected'])
  })

  test('a declined introduction looks unanswered to the introducer and the other person until it expires', async () => {
    const [id, unanswered] = [await fixture.introduced(ada, [ben, cleo]), await fixture.running.member()]
    await fixture.connect(ada, unanswered)
    const before = [await fixture.list(ada), await fixture.list(cleo)]
    expect((await fixture.decline(ben, id)).statusCode).toBe(204)
    expect((await fixture.decline(ben, id)).statusCode).toBe(204)
    expect((await fixture.list(ben)).asked).toEqual([])
    expect([await fixture.list(ada), await fixture.list(cleo)]).toEqual(before)
    expect((await fixture.accept(cleo, id)).json<AskedIntroduction>()).toMatchObject({ state: 'waiting' })
    expect(await fixture.list(ada)).toEqual(before[0])
    expect(fixture.codeOf(await fixture.introduce(ada, [ben, cleo]))).toEqual([409, 'already_introduced'])

    await fixture.age(id, INTRODUCTION_LIFETIME)
    expect((await fixture.list(ada)).made).toMatchObject([{ state: 'lapsed' }])
    expect((await fixture.list(cleo)).asked).toEqual([])
    expect(fixture.codeOf(await fixture.accept(ben, id))).toEqual([409, 'introduction_expired'])
    expect(await fixture.relation(ben, cleo)).toBe('none')
    expect((await fixture.introduce(ada, [ben, cleo])).statusCode).toBe(201)
  })

  test('an introduction can be accepted after a change of mind, while it is open', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    await fixture.decline(ben, id)
    await fixture.accept(cleo, id)
    expect((await fixture.accept(ben, id)).json()).toMatchObject({ state: 'connected' })
  })

  test('an introduction connects two former connections, but not again after they separate', async () => {
    await fixture.connect(ben, cleo)
    const { connectionId = '' } = (
      await ben.call('GET', `/api/connections/with/${cleo.uid}`)
    ).json<Relationship>()
    await ben.call('POST', `/api/connections/${connectionId}/remove`)
    const id = await fixture.introduced(ada, [ben, cleo])
    await fixture.accept(ben, id)
    await fixture.accept(cleo, id)
    expect(await fixture.relation(cleo, ben)).toBe('connected')
    await cleo.call('POST', `/api/connections/${connectionId}/remove`)
    await fixture.accept(ben, id)
    expect(await fixture.relation(ben, cleo)).toBe('none')
    expect((await fixture.list(ben)).asked).toEqual([])
  })

  test('an introduction leaves the lists some time after the two connect, or when they connect without it', async () => {
    const id = await fixture.introduced(ada, [ben, cleo])
    await fixture.accept(ben, id)
    await fixture.accept(cleo, id)
    await fixture.age(id, INTRODUCTION_SHOWN)
    expect((await fixture.list(ben)).asked).toEqual([])
    const [dan, eve] = [await fixture.running.member(), await fixture.running.member()]
    await Promise.all([fixture.connect(ada, dan), fixture.connect(ada, eve)])
    await fixture.introduce(ada, [dan, eve])
    expect((await fixture.list(dan)).asked).toHaveLength(1)
    await fixture.connect(dan, eve)
    expect((await fixture.list(dan)).asked).toEqual([])
  })
})
