import { DAY, HOUR } from '#shared/lib/durations.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import type { Subject } from '#shared/operations/notification-subject.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store } from '#server/store/port.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'

import { connected } from './connected.ts'
import { memberId } from './members.ts'

const FIRST = 1_000
const COUNT = 600
/** Members who use all of the product: each has 12 connections, 14 meetings, 25 notifications and five RSVPs. */
export const FULL_LIVES = Array.from({ length: COUNT }, (_, at) => memberId(FIRST + at))

/** Distances in the list at which they are connected, in both directions: twelve connections each. */
const CONNECTED_WITH = [1, 7, 31, 101, 151, 251]
/** Days from today of the meetings that each one organises, with the member at a distance. Each is in 14. */
const MEETINGS = [-60, -40, -25, -10, 2, 5, 9]
const NOTIFICATIONS = 25
const BATCH = 50

/** Places are in a ring. */
const lifeAt = (at: number) => FULL_LIVES[at % COUNT]!

/** Members who are going to the event with this number. */
export const fullLivesAt = (event: number, count: number) =>
  Array.from({ length: count }, (_, more) => lifeAt(event * 7 + more * 59))

export async function seedFullLives(store: Store, eventIds: readonly string[]) {
  for (let from = 0; from < COUNT; from += BATCH) {
    await store.transact(async (tx) => {
      for (let at = from; at < from + BATCH; at++) {
        for (const distance of CONNECTED_WITH)
          tx.put(connections, connected(FIRST + at, FIRST + ((at + distance) % COUNT)))
        for (const [nth, days] of MEETINGS.entries()) tx.put(meetings, meetingOf(at, nth, days))
        for (let nth = 0; nth < NOTIFICATIONS; nth++) {
          const eventId = eventIds[(at * 5 + nth) % eventIds.length]!
          tx.put(notifications, notificationOf(at, nth, eventId))
        }
      }
    })
  }
}

const meetingId = (at: number, nth: number) => `meeting-${at}-${nth}`

function meetingOf(at: number, nth: number, days: number) {
  const [one, other] = [lifeAt(at), lifeAt(at + (CONNECTED_WITH[nth % CONNECTED_WITH.length] ?? 1))]
  const id = meetingId(at, nth)
  const startsAt = new Date(Date.now() + days * DAY).toISOString()
  const isHeld = days < 0
  const isProposed = nth === MEETINGS.length - 1
  const on = (more: number) => new Date(Date.parse(startsAt) + more * DAY).toISOString()
  const followUp = {
    notes: {
      text: 'What we agreed on, and who asks whom about it until the next time. '.repeat(4),
      version: 1,
    },
    outcomes: [
      {
        id: `${id}-o`,
        kind: 'referral' as const,
        from: one,
        to: other,
        note: 'A name',
        recordedBy: one,
        confirmedAt: on(1),
      },
    ],
    promises: [
      {
        id: `${id}-p`,
        text: 'Send the list of suppliers',
        owner: one,
        to: other,
        dueOn: on(5).slice(0, 10),
        state: nth % 2 ? ('open' as const) : ('done' as const),
      },
    ],
    thanks: [{ id: `${id}-t`, from: other, to: one, text: 'Thank you for the names.', at: on(1) }],
  }
  return meetingDocument(id, [one, other], {
    purpose: 'Who buys signs for a bakery chain, and who should buy bread',
    place: 'The bakery, Rua da Boavista',
    agenda: ['How much, and how early', 'Who has a van', 'What to ask the hospital for'],
    state: isHeld ? 'held' : isProposed ? 'proposed' : 'scheduled',
    slots: [0, 1, 2].map((more) => ({
      startsAt: on(more),
      votes: [{ member: one, vote: 'yes' as const }],
    })),
    startsAt: isProposed ? undefined : startsAt,
    ...(isHeld && followUp),
  })
}

const TOPICS: readonly (readonly [NotificationTopic, Subject['kind']])[] = [
  ['connectionAccepted', 'connection'],
  ['newEvent', 'event'],
  ['meetingScheduled', 'meeting'],
  ['rsvpConfirmed', 'event'],
  ['thanks', 'meeting'],
  ['eventReminder', 'event'],
  ['announcement', 'event'],
  ['meetingProposed', 'meeting'],
]

function notificationOf(at: number, nth: number, eventId: string) {
  const [topic, kind] = TOPICS[nth % TOPICS.length]!
  const member = lifeAt(at)
  const other = lifeAt(at + CONNECTED_WITH[nth % CONNECTED_WITH.length]!)
  const id = { event: eventId, meeting: meetingId(at, nth % MEETINGS.length) }[kind as 'event'] ?? other
  return {
    id: joinedId(`notification-${nth}`, member),
    topic,
    subject: { kind, id },
    actor: other,
    data: {
      title: 'A breakfast for people who bake',
      purpose: 'Who buys signs for a bakery chain',
      text: 'Thank you for the names.',
      within: '22 hours',
    },
    at: new Date(Date.now() - nth * 11 * HOUR).toISOString(),
    member,
    unread: nth < 3 || undefined,
  }
}
