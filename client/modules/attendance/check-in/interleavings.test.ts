import { afterEach, beforeEach, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import type { Person, TabParts, Uid } from '#client/testing/browser-tabs.ts'
import { expectInEveryOrder } from '#client/testing/orders.ts'
import { checkInEntries } from './attendees.ts'

import { checkInPrefix, createCheckInQueue, type QueuedCheckIn } from './queue.ts'
import { createCheckInSender } from './sender.ts'

/** About 1,000 a second. */
const RUNS = 2_000
const GUESTS = ['grace', 'alan']

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** An organiser at the entrance. */
interface Organiser extends Person {
  toggle: (eventId: string, memberId: string) => void
  queued: () => readonly QueuedCheckIn[]
}

/** Names its organiser, since another one's arrivals are not undone here. */
const arrival = (uid: Uid, eventId: string, memberId: string, at: string) =>
  [uid, eventId, memberId, at].join(' ')

function createEntrance() {
  const saved = new Set<string>()
  /** The arrivals that organisers entered. */
  const pressed = new Set<string>()
  const wrong: string[] = []
  let ids = 0

  const savedBy = (uid: Uid, eventId: string, memberId: string) =>
    [...saved].find((each) => each.startsWith(arrival(uid, eventId, memberId, '')))?.split(' ')[3]

  /** Does what `check-ins.ts` and `use-check-in.ts` do. */
  function openOrganiser(tab: TabParts, uid: Uid): Organiser {
    const queue = createCheckInQueue({
      storage: tab.storage,
      prefix: checkInPrefix(uid),
      now: Date.now,
      newId: () => String((ids += 1)),
    })
    const sender = createCheckInSender({
      queue,
      locks: tab.locks,
      after: tab.after,
      now: Date.now,
      isOffline: () => false,
      deliver: (batch) =>
        tab.call(uid, (of) => {
          if (of !== uid) wrong.push(`a check-in of ${uid} is sent for ${of}`)
          for (const { eventId, memberId, at, undo } of batch) {
            if (undo === undefined) saved.add(arrival(of, eventId, memberId, at))
            else saved.delete(arrival(of, eventId, memberId, undo))
          }
          return []
        }),
    })
    sender.start()

    return {
      uid,
      toggle(eventId, memberId) {
        const checkedInAt = savedBy(uid, eventId, memberId)
        const list = [{ member: { id: memberId, displayName: '' }, guests: 0, checkedInAt }]
        const queued = queue.all.get().filter((each) => each.eventId === eventId)
        const [shown] = checkInEntries(list, queued)
        const at = new Date().toISOString()
        if (shown?.checkedInAt) {
          pressed.delete(arrival(uid, eventId, memberId, shown.checkedInAt))
          queue.undo({ eventId, memberId, at, undo: shown.checkedInAt })
        } else {
          pressed.add(arrival(uid, eventId, memberId, at))
          queue.add({ eventId, memberId, at })
        }
        void sender.flush()
      },
      onStorage: ({ key }) => key.startsWith(checkInPrefix(uid)) && queue.refresh(),
      onOnline: () => void sender.flush(),
      stop: sender.stop,
      queued: queue.all.get,
    }
  }

  return {
    openPerson: openOrganiser,
    press: (organiser: Organiser, choice: number) =>
      organiser.toggle(choice < 10 ? 'supper' : 'walk', GUESTS[choice % 2]!),
    onSignedOut(uid: Uid) {
      for (const each of pressed) if (each.startsWith(uid) && !saved.has(each)) pressed.delete(each)
      for (const each of saved) if (each.startsWith(uid)) pressed.add(each)
    },
    wrongIn: ({ uid, queued }: Organiser) => [
      ...wrong.splice(0),
      ...queued().map(({ id }) => `${id} of ${uid} still waits`),
      ...[...pressed]
        .filter((each) => each.startsWith(uid) && !saved.has(each))
        .map((each) => `${each} is lost`),
      ...[...saved]
        .filter((each) => each.startsWith(uid) && !pressed.has(each))
        .map((each) => `${each} was undone`),
    ],
  }
}

test(
  'each check-in arrives once, and an undone one stays undone, whatever is early, late or lost',
  { timeout: 10 * MINUTE },
  () => expectInEveryOrder(RUNS, createEntrance),
)
