import { DAY } from '#shared/lib/durations.ts'
import { meetAgainChoices } from '#server/modules/meetings/meet-again/collection.ts'
import { introductions } from '#server/modules/people/introductions/collection.ts'
import { pairOf } from '#server/modules/people/introductions/introduction-state.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Transaction } from '#server/store/port.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'

interface Person {
  uid: string
}

/** The introduction of the two by the common friend. */
export const introductionOf = (one: Person, other: Person) =>
  `introduction-${[one.uid, other.uid].toSorted().join('-')}`

/** The friend introduces the blocker to each other, and at an event yesterday they all chose each other. */
export function putIntroductions(
  tx: Transaction,
  blocker: Person,
  others: readonly Person[],
  friend: Person,
) {
  const startsAt = new Date(Date.now() - DAY).toISOString()
  const everyone = [blocker, ...others].map(({ uid }) => uid)
  const checkedIn = { checkedInAt: startsAt, checkedInBy: 'organiser' }
  putSeated(tx, eventDocument('recent', { startsAt }), everyone, checkedIn)
  for (const other of others) {
    const people = [blocker.uid, other.uid]
    tx.put(introductions, {
      id: introductionOf(blocker, other),
      introducer: friend.uid,
      people,
      pair: pairOf(people),
      reason: 'You both know printers',
      introducedAt: startsAt,
      accepted: [],
      declined: [],
    })
    for (const [by, of] of [people, people.toReversed()] as [string, string][]) {
      const id = joinedId('recent', by, of)
      tx.put(meetAgainChoices, { id, event: 'recent', by, of, chosenAt: startsAt })
    }
  }
}
