import { afterAll, expect, test } from 'vitest'

import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import type { EmailedRound } from '#shared/rounds/emailed.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { putRound } from '#server/testing/fixtures/rounds.ts'

import { everyRound, roundParticipants, rounds } from './collection.ts'
import { participantId } from './participants.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

const app = await startTestApp({ liftRateLimits: true })
afterAll(() => app.close())

const later = (milliseconds: number) => new Date(app.clock() + milliseconds).toISOString()

async function openRound(id: string) {
  const optInUntil = later(HOUR)
  await app.store.transact(async (tx) => putRound(tx, id, { state: 'open', optInUntil, dueAt: optInUntil }))
  app.advance(1_000)
  return id
}

const pathFor = ({ uid }: Person, round: string) => app.services.rounds.emailed.pathFor(uid, round)
const tokenIn = (path = '') => new URL(path, 'https://guildhall.test').searchParams.get('token')!
const view = (token: string) =>
  app.visitor('GET', `/api/public/round?${new URLSearchParams({ token }).toString()}`)
const join = (token: string) => app.visitor('PUT', '/api/public/round', { body: { token } })
const answerOf = ({ uid }: Person, round: string) =>
  app.store.get(roundParticipants, participantId(round, uid))

test('a link in an email joins the round on a click, without signing in, and only once', async () => {
  const [ada, round] = [await app.member(), await openRound('first')]
  const path = await pathFor(ada, round)
  expect(path).toMatch(/^\/verification\?mode=joinRound&token=/)
  const token = tokenIn(path)
  // Scanners open every link.
  expect((await view(token)).json<EmailedRound>()).toMatchObject({
    title: 'Coffee',
    isOpen: true,
    isIn: false,
  })
  expect(await answerOf(ada, round)).toBeUndefined()

  expect((await join(token)).json<EmailedRound>()).toMatchObject({ isIn: true })
  await ada.call('PUT', `/api/rounds/${round}/opt-in`, { body: { topic: 'Bread', every: false } })
  const repeated = await Promise.all([join(token), join(token)])
  expect(repeated.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await answerOf(ada, round)).toMatchObject({ state: 'in', topic: 'Bread' })
  // An email that is sent later would invite in vain.
  expect(await pathFor(ada, round)).toBeUndefined()
})

test('a link ends at the deadline and when the round is cancelled', async () => {
  const [ada, ben, round] = [await app.member(), await app.member(), await openRound('ending')]
  const [token, other] = [tokenIn(await pathFor(ada, round)), tokenIn(await pathFor(ben, round))]
  await join(other)
  const change = async (more: object) => {
    await app.store.transact(async (tx) => tx.put(rounds, { ...(await tx.get(rounds, round))!, ...more }))
    app.advance(1_000)
  }
  await change({ optInUntil: later(-MINUTE) })
  expect((await view(token)).json<EmailedRound>()).toMatchObject({ isOpen: false, isIn: false })
  expect((await view(other)).json<EmailedRound>()).toMatchObject({ isOpen: false, isIn: true })
  expect((await join(token)).json()).toMatchObject({ code: 'round_closed' })
  expect(await pathFor(ada, round)).toBeUndefined()
  await change({ state: 'cancelled' })
  expect((await view(token)).statusCode).toBe(404)
})

test('a link that is forged, guessed or of an inactive member opens nothing', async () => {
  const [ada, ben, round] = [await app.member(), await app.member(), await openRound('forged')]
  const token = tokenIn(await pathFor(ada, round))
  const [seal] = token.split('.')
  for (const forged of [
    'x',
    `${seal}.${round}.${ben.uid}`,
    `${seal}.other.${ada.uid}`,
    `${'A'.repeat(43)}.${round}.${ada.uid}`,
  ]) {
    expect((await view(forged)).statusCode).toBe(404)
    expect((await join(forged)).statusCode).toBe(404)
  }
  await setStatus(app.store, ada.uid, 'suspended')
  app.advance(1_000)
  expect((await join(token)).statusCode).toBe(404)
  expect(await answerOf(ada, round)).toBeUndefined()
})

test('a link keeps what a member chose before: every round, or not this one', async () => {
  const [ada, ben, round] = [await app.member(), await app.member(), await openRound('chosen')]
  const [token, other] = [tokenIn(await pathFor(ada, round)), tokenIn(await pathFor(ben, round))]
  await app.store.transact(async (tx) =>
    tx.put(everyRound, { id: ada.uid, topic: 'Bread', since: later(0), unanswered: 0 }),
  )
  app.advance(1_000)
  expect((await join(token)).json<EmailedRound>()).toMatchObject({ isIn: true })
  expect(await app.store.get(everyRound, ada.uid)).toMatchObject({ topic: 'Bread' })
  await ada.call('DELETE', `/api/rounds/${round}/opt-in`)
  expect((await view(token)).json<EmailedRound>()).toMatchObject({ isIn: false })
  expect((await join(token)).json<EmailedRound>()).toMatchObject({ isIn: true })
  expect(await app.store.get(everyRound, ada.uid)).toMatchObject({ topic: 'Bread' })

  await join(other)
  await ben.call('DELETE', `/api/rounds/${round}/opt-in`)
  expect(await pathFor(ben, round)).toBeUndefined()
})
