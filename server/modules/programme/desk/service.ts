import * as m from '#shared/events/messages.ts'
import type { Desk, EventNumbers } from '#shared/programme/desk/schema.ts'
import type { EventAccess } from '#server/modules/events/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { type Column, writeCsv } from '#server/lib/text/csv.ts'
import type { Store } from '#server/store/port.ts'

import { nextStepOf } from './next-step.ts'
import { deskFacts, numbersByDay, seatedCounts } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  eventAccess: EventAccess
}

export type DeskService = ReturnType<typeof createDeskService>

/** The desk of an event, for people who manage it. Counts include members who are hidden from them elsewhere. */
export function createDeskService({ store, clock, eventAccess }: Deps) {
  async function numbers(actor: Actor, eventId: string) {
    const event = await eventAccess.editableEvent(actor, eventId)
    const views = await store.views()
    const { going, checkedIn } = seatedCounts(views, eventId)
    const answer: EventNumbers = {
      days: numbersByDay(views, eventId, isoInstant(clock())),
      going,
      checkedIn: checkedIn > 0 ? checkedIn : undefined,
    }
    return { event, answer }
  }

  return {
    async get(actor: Actor, eventId: string): Promise<Desk> {
      const event = await eventAccess.editableEvent(actor, eventId)
      const nextStep = nextStepOf(event, deskFacts(await store.views(), eventId), clock())
      return { nextStep }
    },

    numbers: async (actor: Actor, eventId: string) => (await numbers(actor, eventId)).answer,

    async numbersCsv(actor: Actor, eventId: string) {
      const { event, answer } = await numbers(actor, eventId)
      return { title: m.deskNumbersFile({ event: event.title }), text: writeCsv(dayColumns(), answer.days) }
    },
  }
}

const dayColumns = (): Column<EventNumbers['days'][number]>[] => [
  [m.deskColumnDayUtc(), ({ day }) => day],
  [m.deskColumnViewsMembers(), ({ members }) => members],
  [m.deskColumnViewsVisitors(), ({ visitors }) => visitors],
  [m.going(), ({ going }) => going],
  [m.maybe(), ({ maybe }) => maybe],
  [m.deskWaiting(), ({ waiting }) => waiting],
  [m.deskDeclined(), ({ declined }) => declined],
]
