import type {
  EventImport,
  EventImportAnswer,
  EventImportResult,
  ImportedEvent,
} from '#shared/events/imports.ts'
import type { EventAudit, Import, ImportedEvents, Plan } from '#server/modules/events/types.ts'
import type { RsvpService } from '#server/modules/attendance/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import { retryOnContention } from '#server/store/retry-on-contention.ts'
import { isHistory } from '#server/modules/events/events/rules.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  store: Store
  eventAudit: EventAudit
  importedEvents: ImportedEvents
  rsvps: RsvpService
}

type Attendees = EventImportResult['attendees']

const NONE: Attendees = { added: 0, already: 0, unknown: 0 }

export type EventImportService = ReturnType<typeof createEventImportService>

/**
 * Imports events from other products. A past event becomes history: completed, without notifications, prestige or
 * requests for feedback. An upcoming one becomes a draft. Importing the same again changes nothing.
 */
export function createEventImportService({ store, eventAudit, importedEvents, rsvps }: Deps) {
  const importOne = (by: Import, item: ImportedEvent, members: ReadonlyMap<string, string>) =>
    retryOnContention(() =>
      store.transact(async (tx) => {
        const { plan, before } = await importedEvents.put(tx, by, item)
        const { event, outcome } = plan
        if (!event) return { plan, attendees: NONE, isMoved: false }
        const attendees = await rsvps.imported.record(tx, by.actor, event, item.attendees, members)
        if (event !== before || attendees.added > 0)
          await eventAudit.record(tx, by.actor, event, {
            action: 'event.imported',
            after: { source: by.source, outcome, status: event.status, attendees: attendees.added },
          })
        return { plan, attendees, isMoved: before !== undefined && before.startsAt !== event.startsAt }
      }),
    )

  return {
    async importEvents(actor: Actor, { source, items, preview }: EventImport): Promise<EventImportAnswer> {
      const by = { actor, source }
      if (preview) {
        const plans = await importedEvents.preview(by, items)
        return { items: plans.map((plan) => resultOf(plan, NONE)) }
      }
      const members = await rsvps.imported.membersOf(actor, items)
      const results: EventImportResult[] = []
      for (const item of items) {
        const { plan, attendees, isMoved } = await importOne(by, item, members)
        if (isMoved && plan.event && isHistory.of(plan.event)) await rsvps.moves.reschedule(plan.event.id)
        results.push(resultOf(plan, attendees))
      }
      return { items: results }
    },
  }
}

const resultOf = ({ outcome, problems, event }: Plan, attendees: Attendees): EventImportResult => ({
  outcome,
  problems,
  event: event && { id: event.id, title: event.title, status: event.status },
  recordsAttendees: event !== undefined && isHistory.of(event),
  attendees,
})
