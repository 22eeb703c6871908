import { afterEach, beforeEach, test, vi } from 'vitest'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { RsvpOutcome } from '#shared/events/rsvps.ts'
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
  shown: () => ReadonlyMap<string, State>
  waiting: () => readonly UnsentRsvp[]
}

function createCommunity() {
  const saved = createRsvps<State>()
  /** The last press of each person; undefined if they were told that it failed, or have signed out before. */
  const pressed = createRsvps<{ state: State } | undefined>()
  const wrong: string[] = []

  /** Does what `unsent-rsvps.ts`, `use-rsvp.ts` and `Unsent.tsx` do. */
  function openMember(tab: TabParts, uid: Uid): Member {
    const prefix = `${unsentPrefix(uid)}rsvp:`
    const busy = new Set<string>()
    let shown = new Map<string, State>()
    let requests = 0
    let isStarted = false
    let isHere = true

    const queue = createRsvpQueue({
      storage: tab.storage,
      prefix,
      locks: tab.locks,
      after: tab.after,
      now: Date.now,

      send: ({ eventId, state }) =>
        tab.call(uid, (of): RsvpOutcome => {
          if (of !== uid) wrong.push(`${uid}'s RSVP is sent for ${of}`)
          saved[of].set(eventId, state)
          return { mine: { state, guests: 0 }, seats: { going: 0, waiting: 0 } }
        }),
      explain: ({ code }) => code,
      onSent: ({ eventId }, outcome) => show(eventId, outcome),
    })

    function show(eventId: string, { mine }: RsvpOutcome) {
      shown.set(eventId, mine!.state as State)
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
      const has = queue.all.get().length > 0
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
          .respond({ eventId, title: '', state, guests: 0 })
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
      waiting: queue.all.get,
    }
  }

  return {
    openPerson: openMember,
    press: (member: Member, choice: number) => member.respond(EVENTS[choice % 2]!, STATES[choice % 3]!),
    onSignedOut(uid: Uid) {
      for (const eventId of EVENTS) {
        if (pressed[uid].get(eventId)?.state !== saved[uid].get(eventId)) pressed[uid].delete(eventId)
      }
    },
    wrongIn: ({ uid, shown, waiting }: Member) => [
      ...wrong.splice(0),
      ...waiting().map(({ eventId }) => `the RSVP of ${uid} to ${eventId} still waits`),
      ...EVENTS.flatMap((eventId) => {
        const state = saved[uid].get(eventId)
        const last = pressed[uid].get(eventId)
        return [
          last && last.state !== state && `${uid} has pressed ${last.state}, and the server has ${state}`,
          shown().get(eventId) !== state &&
            `${uid} sees ${shown().get(eventId)}, and the server has ${state}`,
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
