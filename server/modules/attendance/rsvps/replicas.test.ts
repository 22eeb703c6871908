import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'

import type { RsvpState } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { RsvpOutcome } from '#shared/events/rsvps.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { EVENT_COLLECTIONS } from '#server/testing/fixtures/event-fixture.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { ask, signInAt, startReplicas } from '#server/testing/processes/replicas.ts'

import { eventSeats, rsvps } from './seats/collection.ts'

/** Opened without views: the servers under test have their own. */
const openStore = (dataDir: string) =>
  openSqliteStore({ dataDir, secret: 'a secret of the test', collections: EVENT_COLLECTIONS })

describe('two replicas', () => {
  const SEATS = 10
  const RACERS = 200
  /** Number of concurrent sign-ins. */
  const CONCURRENCY = 8

  interface Racer {
    /** Origin of the replica that gets their requests. */
    origin: string
    session: Record<string, string>
  }

  const emulator = authEmulatorAt(inject('authEmulator'))
  const racers: Racer[] = []
  let replicas: Awaited<ReturnType<typeof startReplicas>>

  beforeAll(async () => {
    replicas = await startReplicas(emulator)
    const store = openStore(replicas.dataDir)
    await store.transact(async (tx) => tx.put(events, eventDocument('last-seats', { capacity: SEATS })))
    await store.close()
    while (racers.length < RACERS) {
      const numbers = Array.from({ length: CONCURRENCY }, (_, at) => racers.length + at)
      racers.push(...(await Promise.all(numbers.map(enter))))
    }
  }, 240_000)
  afterAll(() => replicas?.stop())

  /** Signs in at alternating replicas; each racer has their own IP address. */
  async function enter(number: number): Promise<Racer> {
    const email = `racer-${number}@replicas.test`
    const password = 'correct horse'
    await emulator.createUser({ email, password, emailVerified: true })
    const { idToken } = await emulator.signIn(email, password)
    const { origin } = number % 2 === 0 ? replicas.first : replicas.second
    return { origin, session: await signInAt(origin, idToken, { 'x-forwarded-for': `10.0.0.${number}` }) }
  }

  test('10 of 200 members get the last 10 seats, the other 190 a waitlist position each', async () => {
    const body = { state: 'going', guests: 0 }
    const answers = await Promise.all(
      racers.map(({ origin, session: headers }) =>
        ask('PUT', `${origin}/api/events/last-seats/rsvp`, { body, headers }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(racers.map(() => 200))
    const answered = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as RsvpOutcome).mine),
    )
    expect(answered.filter(({ state }) => state === 'going')).toHaveLength(SEATS)
    const positions = answered
      .filter(({ state }) => state === 'waitlisted')
      .map(({ position = 0 }) => position)
    expect(positions.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: RACERS - SEATS }, (_, at) => at + 1),
    )

    const details = await Promise.all(
      racers.map(async ({ origin, session: headers }) => {
        const answer = await ask('GET', `${origin}/api/events/last-seats`, { headers })
        return (await answer.json()) as EventDetails
      }),
    )
    expect(details.map(({ mine }) => mine)).toEqual(answered)
    for (const { seats } of details) {
      expect(seats).toEqual({ going: SEATS, left: 0, waiting: RACERS - SEATS })
    }
  }, 120_000)
})

describe('two processes that expire offers at once', () => {
  const EVENTS = Array.from({ length: 20 }, (_, at) => `event-${at}`)
  const inHours = (hours: number) => isoInstant(Date.now() + hours * HOUR)

  /** An event with one seat, whose offer has expired, and three members on the waitlist. */
  async function prepare(store: ReturnType<typeof openStore>, event: string) {
    const startsAt = inHours(5)
    const answer = (member: string, ticket: number, state: RsvpState, more = {}) => ({
      id: joinedId(event, member),
      event,
      member,
      state,
      guests: 0,
      ticket,
      answeredAt: inHours(-9),
      startsAt,
      ...more,
    })
    await store.transact(async (tx) => {
      tx.put(events, eventDocument(event, { startsAt, capacity: 1 }))
      tx.put(eventSeats, { id: event, going: 0, held: 1, waiting: 3, lastTicket: 4 })
      tx.put(rsvps, answer('late', 1, 'offered', { offerUntil: inHours(-1) }))
      for (const [at, member] of ['first', 'second', 'third'].entries()) {
        tx.put(rsvps, answer(member, at + 2, 'waitlisted'))
      }
    })
  }

  async function startJobProcess(dataDir: string) {
    const script = join(import.meta.dirname, '../../../testing/processes/job-process.ts')
    const child = spawn(process.execPath, [script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return { go: () => child.stdin.write('go\n'), ended: once(child, 'exit') }
  }

  test('each seat is offered to the head of the waitlist and to nobody else', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'expiring-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const store = openStore(dataDir)
    onTestFinished(() => store.close())
    for (const event of EVENTS) await prepare(store, event)

    const processes = await Promise.all([startJobProcess(dataDir), startJobProcess(dataDir)])
    for (const { go } of processes) go()
    const clean = [0, null]
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([clean, clean])

    for (const event of EVENTS) {
      const { items } = await store.find(rsvps, { where: { event }, orderBy: 'startsAt', limit: 10 })
      expect(Object.fromEntries(items.map(({ member, state }) => [member, state]))).toEqual({
        late: 'declined',
        first: 'offered',
        second: 'waitlisted',
        third: 'waitlisted',
      })
      expect(await store.get(eventSeats, event)).toMatchObject({ going: 0, held: 1, waiting: 2 })
    }
  }, 60_000)
})
