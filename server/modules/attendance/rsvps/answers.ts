import type { RsvpState } from '#shared/events/rules.ts'
import { eachOf } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'

import { rsvps } from './seats/collection.ts'
import { declineNoteOf } from './seats/seats.ts'

/**
 * RSVPs given after `after` and no later than `until` (ISO instants), by event id, without requests that an organiser
 * declined.
 */
export async function answersBetween(store: Pick<Store, 'find'>, after: string, until: string) {
  const answers = new Map<string, { state: RsvpState; by: string }[]>()
  const given = eachOf(store, rsvps, { orderBy: 'answeredAt', range: { gt: after, lte: until } })
  for await (const rsvp of given) {
    const { event, state, member, command } = rsvp
    if (declineNoteOf(rsvp) !== undefined) continue
    answers.getOrInsertComputed(event, () => []).push({ state, by: command?.by ?? member })
  }
  return answers
}
