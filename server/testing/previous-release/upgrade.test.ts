import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

import { authEmulatorAt } from '#server/testing/auth-emulator.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { ask } from '#server/testing/replicas.ts'

import type { Person } from './acknowledged.ts'
import { createReader } from './reader.ts'
import { type Release, startReleases } from './releases.ts'
import { createTraffic } from './traffic.ts'
import { unreadableDocuments } from './unreadable-documents.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })

const PATIENCE = 60_000
const ADMIN = 'olga@upgrade.test'
const MEMBERS = ['ada', 'ben', 'cleo', 'dan'].map((name) => `${name}@upgrade.test`)

let rehearsal: Awaited<ReturnType<typeof startRehearsal>>
beforeAll(async () => {
  rehearsal = await startRehearsal()
})
afterAll(() => rehearsal?.releases.stop())

/** Four members and an organiser, who have used the previous release so far. */
async function startRehearsal() {
  const emulator = authEmulatorAt(inject('authEmulator'))
  const releases = await startReleases(emulator, { ADMIN_EMAILS: ADMIN })
  const traffic = createTraffic(emulator, releases.serving)
  await releases.start('previous')
  const organiser = await traffic.join(ADMIN)
  const people = await Promise.all(MEMBERS.map(traffic.join))
  traffic.acknowledged.members.push(...people)
  const limited = await traffic.publishEvent(organiser, 'Forty seats', 40)
  const pairs = people.flatMap((one, at) => people.slice(at + 1).map((other) => [one, other] as const))

  /** What members do once in a phase: with an event without a limit, to which all are going. */
  async function act(phase: string) {
    const event = await traffic.publishEvent(organiser, `Breakfast ${phase}`)
    await Promise.all(people.map((person) => traffic.respond(person, event, 'going')))
    const [one, other] = pairs.shift()!
    await traffic.connect(one, other)
    await traffic.meet(one, other, `Plans ${phase}`)
    await traffic.report(one, 2)
    await traffic.signIn(one)
  }

  /** Members keep working while servers start and stop. */
  async function during(change: (more: (rounds: number) => Promise<void>) => Promise<void>) {
    const use = traffic.start(people, limited)
    try {
      await change(use.more)
    } finally {
      await use.stop()
    }
  }

  const shownBy = (release: Release) => createReader(traffic.acknowledged, releases.origins[release])

  /** Nothing failed, and each of these has all that any server has acknowledged. */
  async function expectEverythingAt(...serving: Release[]) {
    expect(traffic.failures).toEqual([])
    for (const release of serving)
      expect(await shownBy(release).lines()).toEqual(traffic.acknowledged.lines())
    const logged = releases.logs('previous') + releases.logs('present')
    expect([...traffic.acknowledged.clientErrors].filter((id) => !logged.includes(id))).toEqual([])
    expect(releases.errors('present')).toEqual([])
  }

  await act('before')
  return { releases, traffic, organiser, people, limited, act, during, shownBy, expectEverythingAt }
}

test('side by side, each release has what the other one acknowledged', async () => {
  const { releases, traffic, limited, act, during, shownBy, expectEverythingAt } = rehearsal
  await during(async (more) => {
    await more(1)
    await releases.start('present')
    await more(1)
  })
  await act('side by side')
  await expectEverythingAt('previous', 'present')
  const seats = traffic.acknowledged.seats()
  expect(await shownBy('present').seats()).toEqual(seats)
  // Decision 051: the previous release counts RSVPs without a limit only where it stores them itself.
  expect(await shownBy('previous').seats()).toMatchObject({ [limited]: seats[limited] })
  expect(releases.errors('previous')).toEqual([])
})

test('alone, the present release has what both acknowledged', async () => {
  const { releases, act, during, expectEverythingAt } = rehearsal
  await during(async (more) => {
    await releases.drain('previous')
    await more(1)
  })
  await act('alone')
  expect(await releases.run('migrate')).toMatch(/^written-client-errors: [1-9]\d* to version 2$/m)
  await expectEverythingAt('present')
})

test('after a rollback the previous release has everything, once the store is prepared for it', async () => {
  const { releases, traffic, organiser, people, act, during, shownBy, expectEverythingAt } = rehearsal
  const ada = people[0]!
  // Stored by the present release alone.
  const event = [...traffic.acknowledged.rsvps.keys()].at(-1)!
  const message = 'Bring your own cup.'
  await traffic.messageAttendee(organiser, event, ada, message)
  const askFor = (release: Release, person: Person, path: string, body?: object) =>
    ask(body ? 'PUT' : 'GET', releases.origins[release] + path, { body, headers: person.sessions.at(-1)! })
  await vi.waitFor(async () => {
    const shown = await askFor('present', ada, '/api/notifications')
    expect(await shown.text()).toContain(message)
  }, PATIENCE)
  await during(async (more) => {
    await releases.start('previous')
    await more(1)
    await releases.drain('present')
    await more(1)
  })
  const statuses = async () => {
    const listed = await askFor('previous', ada, '/api/notifications')
    const declined = { state: 'declined', guests: 0 }
    const taken = await askFor('previous', ada, `/api/events/${event}/rsvp`, declined)
    return [listed.status, taken.status]
  }
  const unreadable = () => unreadableDocuments(releases.dataDir, releases.previousCollections)
  expect(Object.keys(unreadable())).toEqual(['notifications', 'written-client-errors'])
  expect(await statuses()).toEqual([500, 500])

  expect(await releases.run('prepare-rollback')).toMatch(/^notifications: [1-9]\d* deleted$/m)
  expect(unreadable()).toEqual({})
  await expectEverythingAt('previous')
  expect(await shownBy('previous').seats()).toEqual(traffic.acknowledged.seats())
  for (const person of people) await traffic.respond(person, event, 'declined')
  await act('after the rollback')
  await expectEverythingAt('previous')
})
