import type { RsvpState } from '#shared/event-rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { reminderProgress } from './collection.ts'
import type { Notify } from './types.ts'

interface Answer {
  state: RsvpState
  /** The member, or the organiser who answered for them. */
  by: string
}

interface Deps {
  store: Store
  clock: Clock
  notify: Notify
  /** RSVPs that were given after `after` and no later than `until` (ISO instants), by event id. */
  answersBetween: (after: string, until: string) => Promise<ReadonlyMap<string, readonly Answer[]>>
  /** Without drafts. At most 500. */
  events: (ids: readonly string[]) => Promise<
    readonly {
      id: string
      title: string
      status: string
      createdBy: string
      organiser?: string
      hosts: readonly string[]
    }[]
  >
}

const MINUTE = 60_000
/** One summary covers it. */
const WINDOW = 15 * MINUTE
/** For RSVPs that are being stored when it ends. */
const SETTLES = MINUTE
/** After a longer downtime, what came before is in the roster. */
const LATEST_BY = 24 * 60 * MINUTE
const BATCH = 500
const ONLY = 'rsvp-summaries'

const LABELS: readonly [RsvpState, string][] = [
  ['going', 'going'],
  ['maybe', 'maybe'],
  ['waitlisted', 'on the waitlist'],
  ['declined', 'can’t go'],
]

/** Tells organisers of new RSVPs, together: however many there are, one notification in a quarter of an hour. */
export function createRsvpSummaries({ store, clock, notify, answersBetween, events }: Deps) {
  /** Safe to run on several replicas at once: one of them moves on. */
  return async function summarise(): Promise<void> {
    const now = clock()
    const upTo = isoInstant(Math.floor((now - SETTLES) / WINDOW) * WINDOW)
    const before = await store.get(reminderProgress, ONLY)
    if (before && before.upTo >= upTo) return
    const from = [before?.upTo ?? upTo, isoInstant(now - LATEST_BY)].toSorted().at(-1)!
    const answers = await answersBetween(from, upTo)
    const ids = [...answers.keys()]
    const found: Awaited<ReturnType<Deps['events']>>[] = []
    for (let at = 0; at < ids.length; at += BATCH) found.push(await events(ids.slice(at, at + BATCH)))
    await store.transact(async (tx) => {
      if ((await tx.get(reminderProgress, ONLY))?.upTo !== before?.upTo) return
      tx.put(reminderProgress, { id: ONLY, upTo })
      for (const { id, title, status, createdBy, organiser = createdBy, hosts } of found.flat()) {
        if (status !== 'published') continue
        const given = answers.get(id) ?? []
        for (const recipient of new Set([organiser, ...hosts])) {
          const text = textOf(given.filter(({ by }) => by !== recipient))
          if (!text) continue
          notify(tx, {
            topic: 'newRsvps',
            subject: { kind: 'event', id },
            occurrence: `${id} ${upTo} ${recipient}`,
            recipients: [recipient],
            data: { title, answers: text },
          })
        }
      }
    })
  }
}

/** `10 going, 2 can’t go`. Empty when nobody chose anything. */
const textOf = (answers: readonly Answer[]) =>
  LABELS.flatMap(([state, label]) => {
    const count = answers.filter((answer) => answer.state === state).length
    return count > 0 ? [`${count} ${label}`] : []
  }).join(', ')
