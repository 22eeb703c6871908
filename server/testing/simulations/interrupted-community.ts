import * as fc from 'fast-check'

import type { MeetingProposal } from '#shared/meetings/schema.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import type { Message } from '#server/mail/port.ts'
import { createModules } from '#server/modules.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { discussionPosts } from '#server/modules/conversation/discussion/collection.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { accept, connectionIdOf, sendRequest } from '#server/modules/people/connections/connection-state.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { type AnyCollection, type Store, StoreDeadlineExceeded } from '#server/store/port.ts'
import { person } from '#server/testing/fixtures/event-fixture.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { userOf } from '#server/testing/fixtures/sender-fixture.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'
import { expectViewsEqualRebuild } from '#server/testing/views-check.ts'

import { type Interruption, type Reached, startLife } from './interruptions.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
const PEOPLE = ['ada', 'ben', 'cleo'] as const
const EVENTS = ['open', 'small', 'draft'] as const
/** Time of one step, with what it leads to. */
const STEP = 2 * HOUR
/** Browsers repeat a command within half a minute. */
const REPEATED_AFTER = 20 * SECOND
/** After it, every lease has ended. */
const LONGER_THAN_LEASES = 5 * MINUTE

type Modules = ReturnType<typeof createModules>
/** A command of a member, or time that passes. */
type Step = { name: string } & (
  | { command: (modules: Modules, key: string) => Promise<unknown> }
  | { pass: number }
)

const HOST = person('host', 'organiser')

/** Each pair has at most one meeting, proposed by the first. */
const meetingOf = (who: string, other: string) => joinedId(who, 'meeting', other)
const SLOT = isoInstant(START + 9 * DAY)
const proposal = (other: string): MeetingProposal => ({
  purpose: 'Who bakes for whom',
  kind: 'advice',
  participants: [other],
  durationMinutes: 60,
  slots: [SLOT],
  place: 'The corner café',
  joinUrl: '',
  agenda: [],
})

/** Commands of members and hosts. A key is the same when the command is repeated. */
const COMMANDS: Record<
  string,
  (modules: Modules, who: string, other: string, event: string, key: string) => Promise<unknown>
> = {
  going: ({ attendance }, who, _, event) =>
    attendance.rsvps.respond(person(who), event, { state: 'going', guests: 0 }),
  declined: ({ attendance }, who, _, event) =>
    attendance.rsvps.respond(person(who), event, { state: 'declined', guests: 0 }),
  publish: ({ events: { lifecycle } }, _, __, event) => lifecycle.publish(HOST, event),
  cancel: ({ events: { lifecycle } }, _, __, event) => lifecycle.cancel(HOST, event, 'The hall is flooded'),
  announce: ({ conversation }, _, __, event, key) =>
    conversation.messages.announce(HOST, event, 'Bring a pen', key),
  ask: ({ conversation }, who, _, event, key) =>
    conversation.discussion.add(person(who), event, { text: 'Is there a lift?' }, key),
  request: ({ people }, who, other) =>
    people.connections.commands.sendRequest(who, { memberId: other, note: 'Hello' }),
  accept: ({ people }, who, other) => people.connections.commands.accept(who, connectionIdOf(who, other)),
  decline: ({ people }, who, other) => people.connections.commands.decline(who, connectionIdOf(who, other)),
  remove: ({ people }, who, other) => people.connections.commands.remove(who, connectionIdOf(who, other)),
  propose: ({ meetings: module }, who, other) => module.meetings.propose(who, proposal(other), other),
  choose: ({ meetings: module }, who, other) =>
    module.meetings.commands.choose(who, meetingOf(who, other), SLOT),
  callOff: ({ meetings: module }, who, other) =>
    module.meetings.commands.cancel(who, meetingOf(who, other), 'Ill'),
  leave: ({ meetings: module }, who, other) => module.meetings.commands.decline(other, meetingOf(who, other)),
}

const commands = fc
  .record({
    name: fc.constantFrom(
      ...Object.keys(COMMANDS),
      'going',
      'going',
      'announce',
      'ask',
      'request',
      'propose',
      'choose',
    ),
    pair: fc.shuffledSubarray([...PEOPLE], { minLength: 2, maxLength: 2 }),
    event: fc.constantFrom(...EVENTS),
  })
  .map(({ name, pair: [who = '', other = ''], event }): Step => ({
    name: `${name} ${who} ${other} ${event}`,
    command: (modules, key) => COMMANDS[name]!(modules, who, other, event, key),
  }))
const passing = fc
  .constantFrom(HOUR, DAY, 3 * DAY)
  .map((pass): Step => ({ name: `${pass / HOUR} hours`, pass }))

const interruption = fc.option(
  fc.record({
    at: fc.constantFrom(1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10),
    how: fc.constantFrom<Interruption['how']>('kill', 'stop'),
  }),
  { nil: undefined, freq: 2 },
)

/** Steps, and the interruption of each if there is one. */
const histories = fc.array(
  fc.record({
    step: fc.oneof({ weight: 7, arbitrary: commands }, { weight: 1, arbitrary: passing }),
    interruption,
  }),
  {
    minLength: 3,
    maxLength: 12,
  },
)
type History = readonly { step: Step; interruption?: Interruption | undefined }[]

/** The same for a seed. */
export const historyOf = (seed: number): History => fc.sample(histories, { seed, numRuns: 1 })[0]!

export const withoutInterruptions = (history: History): History => history.map(({ step }) => ({ step }))

/**
 * Takes the steps in virtual time on a store of files. A process that is killed loses its memory; one that is stopped
 * goes on after another has taken over. In both cases the member repeats the command.
 */
export async function live(history: History, reached: Reached = new Set()) {
  const database = newTestDatabase()
  const received: Message[] = []
  let pushed = 0
  let interruptions = 0
  let now = START
  let ids = 0
  const clock = () => now

  async function start() {
    const store = database.open(collections)
    const life = startLife(reached)
    const platform = testPlatform({ store: life.store(store), clock })
    const modules = createModules({
      ...platform,
      newId: () => `id-${(ids += 1)}`,
      identity: {
        ...platform.identity,
        lookupUsers: async (uids) => new Map(uids.map((uid) => [uid, userOf(uid)])),
      },
      mailer: life.mailer((message) => received.push(message)),
    })
    modules.notifications.notifications.onPush(() => void (pushed += 1))
    await modules.warmUp()
    return { life, modules, store }
  }

  /** Delivers and sends until nothing is left. */
  async function rest({ modules }: Process) {
    await modules.notifications.notifications.idle()
    for (let round = 0; round < 2; round += 1) {
      await modules.notifications.notifications.deliverDue()
      await modules.notifications.emails.sendDue()
      now += LONGER_THAN_LEASES
    }
    await modules.notifications.emails.sendDue()
  }

  async function take(process: Process, step: Step, key: string) {
    if ('pass' in step) for (const { run } of process.modules.jobs) await run()
    else
      await step.command(process.modules, key).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
    await rest(process)
  }

  type Process = Awaited<ReturnType<typeof start>>

  let process = await start()
  await process.store.transact(async (tx) => {
    for (const id of ['host', ...PEOPLE]) {
      const at = isoInstant(START - 30 * DAY)
      tx.put(members, {
        ...newcomer(id, at),
        version: 1,
        displayName: id,
        onboardedAt: at,
        role: id === 'host' ? 'organiser' : 'member',
      })
    }
    for (const id of EVENTS) {
      const event = eventDocument(id, {
        status: id === 'draft' ? 'draft' : 'published',
        startsAt: isoInstant(START + 8 * DAY),
        hosts: ['host'],
        createdBy: 'host',
        ...(id === 'small' && { capacity: 2 }),
      })
      putSeated(tx, event, id === 'draft' ? [] : ['ada', 'ben'])
    }
    tx.put(connections, connected('ada', 'ben'))
  })

  for (const [number, { step, interruption: planned }] of history.entries()) {
    const end = now + STEP + ('pass' in step ? step.pass : 0)
    if ('pass' in step) now += step.pass
    const key = `step-${number}`
    const interrupted = process.life.plan(planned)
    const taken = take(process, step, key)
    const how = await Promise.race([taken.then(() => undefined), interrupted])
    if (how) {
      interruptions += 1
      const former = process
      now += REPEATED_AFTER
      process = await start()
      await take(process, step, key)
      if (how === 'stop') {
        former.life.resume()
        await taken.catch(onlyIfLate)
      } else taken.catch(() => {})
      await former.store.close()
      await rest(process)
    }
    now = end
  }

  try {
    if (interruptions > 0) await expectViewsEqualRebuild(process.store)
    return { ...(await storedIn(process.store)), received, pushed, interruptions }
  } finally {
    await process.store.close()
    database.remove()
  }
}

function onlyIfLate(error: unknown) {
  if (!(error instanceof StoreDeadlineExceeded)) throw error
}

const connected = (one: string, other: string) => {
  const now = START - DAY
  return accept(sendRequest(undefined, { actor: one, receiver: other, note: '', now }), { actor: other, now })
}

/** Collections whose content is compared; of all others, the number of documents is. */
const COMPARED: readonly AnyCollection[] = [
  rsvps,
  events,
  connections,
  meetings,
  discussionPosts,
  notifications,
]

async function storedIn(store: Store) {
  const documents: Record<string, string[] | number> = {}
  for (const collection of collections) {
    const all: object[] = await allOf(store, collection, {})
    documents[collection.name] = COMPARED.includes(collection) ? all.map(lasting).toSorted() : all.length
  }
  const states = (await allOf(store, emails, {})).map(({ state }) => state)
  const countOf = (state: (typeof states)[number]) => states.filter((each) => each === state).length
  return { documents, unsent: countOf('queued'), unknown: countOf('unknown') }
}

/** A document without times, and without its id, which may follow from one. */
const lasting = (document: object) =>
  JSON.stringify({ ...document, id: undefined }).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"|\b\d{13}\b/g, '0')
