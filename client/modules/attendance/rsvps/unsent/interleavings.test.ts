import { afterEach, beforeEach, test, vi } from 'vitest'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { RsvpOutcome } from '#shared/events/rsvps.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import type { Person, StorageChange, TabParts, Uid } from '#client/testing/browser-tabs.ts'
import { expectInEveryOrder } from '#client/testing/orders.ts'

import { createRsvpQueue, type UnsentRsvp } from './queue.ts'

type State = UnsentRsvp['state']

/** About 1,000 a second. */
const RUNS = 2_000
const EVENTS = ['supper', 'walk']
const STATES: readonly State[] = ['going', 'maybe', 'declined']

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** RSVPs by person and event. */
const createRsvps = <T>() => ({ ada: new Map<string, T>(), ben: new Map<string, T>() })

interface Member extends Person {
  respond: (eventId: string, state: State) => void
  shown: () => ReadonlyMap<string, { state: State }>
  waiting: () => readonly UnsentRsvp[]
}

function createCommunity() {
  const saved = createRsvps<{ state: State; choiceId: string }>()
  const wordOf = (uid: Uid, eventId: string) => saved[uid].get(eventId)?.state
  /** The last press of each person; undefined if they were told that it failed, or have signed out before. */
  const pressed = createRsvps<{ state: State } | undefined>()
  const wrong: string[] = []
  let choices = 0
  let pages = 0

  /** A page is refused only if another one, whose choice it did not know, was faster. The person is told. */
  function refuse(uid: Uid, eventId: string, choiceId: string) {
    const [page, other] = [choiceId, saved[uid].get(eventId)?.choiceId].map((id) => id?.split(':')[0])
    if (page === other) wrong.push(`${uid}'s choice ${choiceId} is refused because of an earlier one`)
    pressed[uid].delete(eventId)
    throw new ProblemError({ status: 412, code: 'rsvp_superseded', title: '' })
  }

  /** Does what `unsent-rsvps.ts`, `use-rsvp.ts` and `Unsent.tsx` do. */
  function openMember(tab: TabParts, uid: Uid): Member {
    const prefix = `${unsentPrefix(uid)}rsvp:`
    const busy = new Set<string>()
    let shown = new Map<string, { state: State; choiceId: string }>()
    const page = (pages += 1)
    let requests = 0
    let isStarted = false
    let isHere = true

    const queue = createRsvpQueue({
      storage: tab.storage,
      prefix,
      locks: tab.locks,
      after: tab.after,
      now: Date.now,

      send: ({ eventId, state, choiceId = '', knownChoices }) =>
        tab.call(uid, (of): RsvpOutcome => {
          if (of !== uid) wrong.push(`${uid}'s RSVP is sent for ${of}`)
          const before = saved[of].get(eventId)
          const isKnown = [choiceId, ...(knownChoices ?? [])].includes(before?.choiceId ?? '')
          if (before?.state !== state) {
            if (knownChoices && !isKnown) refuse(uid, eventId, choiceId)
            saved[of].set(eventId, { state, choiceId })
          }
          const mine = { guests: 0, ...saved[of].get(eventId)! }
          return { mine, seats: { going: 0, waiting: 0 } }
        }),
      explain: ({ code }) => code,
      onSent: ({ eventId }, outcome) => show(eventId, outcome),
    })

    function show(eventId: string, { mine }: RsvpOutcome) {
      shown.set(eventId, { state: mine!.state as State, choiceId: mine!.choiceId! })
      void load()
    }

    async function load() {
      const request = (requests += 1)
      const answer = await tab.call(uid, (of) => of === uid && new Map(saved[of])).catch(() => undefined)
      if (request !== requests || !isHere) return
      if (answer) shown = answer
      else tab.after(SECOND, () => request === requests && isHere && void load())
    }

    function startOrStop() {
      const has = queue.all.get().some(({ refused }) => refused === undefined)
      if (has === isStarted || !isHere) return
      isStarted = has
      if (has) queue.start()
      else queue.stop()
    }
    queue.all.subscribe(() => void Promise.resolve().then(startOrStop))
    startOrStop()
    void load()

    return {
      uid,
      respond(eventId, state) {
        if (busy.has(eventId)) return
        pressed[uid].set(eventId, { state })
        busy.add(eventId)
        queue
          .respond({
            eventId,
            title: '',
            state,
            guests: 0,
            choiceId: `${page}:${(choices += 1)}`,
            knownChoices: [shown.get(eventId)?.choiceId ?? ''],
          })
          .then((outcome) => outcome && show(eventId, outcome))
          .catch(() => pressed[uid].get(eventId)?.state === state && pressed[uid].delete(eventId))
          .finally(() => {
            busy.delete(eventId)
            void load()
          })
      },
      onStorage({ key, newValue }: StorageChange) {
        if (!key.startsWith(prefix)) return
        queue.refresh()
        if (newValue === null) void load()
      },
      onOnline: () => isStarted && queue.flush(),
      stop() {
        isHere = false
        queue.stop()
      },
      shown: () => shown,
      waiting: () => queue.all.get().filter(({ refused }) => refused === undefined),
    }
  }

  return {
    openPerson: openMember,
    press: (member: Member, choice: number) => member.respond(EVENTS[choice % 2]!, STATES[choice % 3]!),
    onSignedOut(uid: Uid) {
      for (const eventId of EVENTS) {
        if (pressed[uid].get(eventId)?.state !== wordOf(uid, eventId)) pressed[uid].delete(eventId)
      }
    },
    wrongIn: ({ uid, shown, waiting }: Member) => [
      ...wrong.splice(0),
      ...waiting().map(({ eventId }) => `the RSVP of ${uid} to ${eventId} still waits`),
      ...EVENTS.flatMap((eventId) => {
        const state = wordOf(uid, eventId)
        const last = pressed[uid].get(eventId)
        return [
          last && last.state !== state && `${uid} has pressed ${last.state}, and the server has ${state}`,
          shown().get(eventId)?.state !== state &&
            `${uid} sees ${shown().get(eventId)?.state}, and the server has ${state}`,
        ].filter((each) => typeof each === 'string')
      }),
    ],
  }
}

test(
  'the server ends with the last RSVP to each event, which every tab shows, whatever is early, late or lost',
  { timeout: 10 * MINUTE },
  () => expectInEveryOrder(RUNS, createCommunity),
)
