import { batchesOf } from '#shared/lib/batches.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import type { Operations } from '#server/modules/operations/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import { RSVPS } from '#server/modules/notifications/topics/events.ts'

import { createSummaryJob } from './summary-windows.ts'

interface Answer {
  state: RsvpState
  /** The member, or the organiser who answered for them. */
  by: string
}

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  events: Events
  attendance: Attendance
}

const BATCH = 500

/** Notifies organisers of new RSVPs together: one notification per quarter of an hour, however many there are. */
export const createRsvpSummaries = ({ events, attendance, ...deps }: Deps) =>
  createSummaryJob(deps, 'rsvp-summaries', async ({ from, upTo }) => {
    const answers = await attendance.rsvps.answersBetween(from, upTo)
    const found: Awaited<ReturnType<typeof events.eventAccess.visibleAmong>>[] = []
    for (const ids of batchesOf([...answers.keys()], BATCH))
      found.push(await events.eventAccess.visibleAmong(ids))
    return found.flat().flatMap(({ id, title, status, createdBy, organiser = createdBy, hosts }) => {
      const given = (status === 'published' && answers.get(id)) || []
      return [...new Set([organiser, ...hosts])].flatMap((recipient) => {
        const counts = countsOf(given.filter(({ by }) => by !== recipient))
        if (counts.length === 0) return []
        return {
          topic: 'newRsvps' as const,
          subject: { kind: 'event' as const, id },
          dedupeKey: `${id} ${upTo} ${recipient}`,
          recipients: [recipient],
          data: { title, ...Object.fromEntries(counts) },
        }
      })
    })
  })

/** Numbers by state, without those that are zero. */
const countsOf = (answers: readonly Answer[]) =>
  RSVPS.flatMap((state) => {
    const count = answers.filter((answer) => answer.state === state).length
    return count > 0 ? [[state, String(count)] as const] : []
  })
