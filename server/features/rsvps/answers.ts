import type { RsvpState } from '#shared/event-rules.ts'
import { eachOf } from '#server/lib/all-of.ts'
import type { Store } from '#server/store/port.ts'

import { rsvps } from './collection.ts'

/** RSVPs that were given after `after` and no later than `until` (ISO instants), by event id. */
export async function answersBetween(store: Pick<Store, 'find'>, after: string, until: string) {
  const answers = new Map<string, { state: RsvpState; by: string }[]>()
  const given = eachOf(store, rsvps, { orderBy: 'answeredAt', range: { gt: after, lte: until } })
  for await (const { event, state, member, command } of given)
    answers.getOrInsertComputed(event, () => []).push({ state, by: command?.by ?? member })
  return answers
}
