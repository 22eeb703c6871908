import { isoInstant } from '#server/lib/clock.ts'
import type { Transaction } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './collection.ts'

/** The one way to write an answer: rosters follow by when each was changed, which never goes back. */
export function putAnswer(tx: Pick<Transaction, 'put'>, rsvp: RsvpDocument, now: number) {
  const changedAt = isoInstant(now)
  tx.put(rsvps, { ...rsvp, changedAt: changedAt > rsvp.changedAt ? changedAt : rsvp.changedAt })
}
