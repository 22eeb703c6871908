import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/events/messages.ts'
import type { EventImportResult, ImportedEvent } from '#shared/events/imports.ts'
import type { EventImportSource } from '#shared/events/import-rules.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { applyEdit, editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { mayEdit } from '#server/modules/events/events/rights.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { fold } from '#shared/lib/words.ts'

import { readDetails } from './reading.ts'

interface Deps {
  store: Pick<Store, 'getMany'>
  clock: Clock
}

/** The organiser, and the product that the file is from. */
export interface Import {
  actor: Actor
  source: EventImportSource
}

export interface Plan extends Pick<EventImportResult, 'outcome' | 'problems'> {
  /** The event as it is or will be; undefined when it is not imported. */
  event?: EventDocument | undefined
}

export type ImportedEvents = ReturnType<typeof createImportedEvents>

/** Events of files of other products. */
export const createImportedEvents = ({ store, clock }: Deps) => ({
  /** The outcome of an import that has not happened yet. */
  async preview(by: Import, items: readonly ImportedEvent[]): Promise<Plan[]> {
    const stored = await store.getMany(
      events,
      items.map((item) => eventIdOf(by, item)),
    )
    return items.map((item, at) => planOf(by, item, stored[at], clock()))
  },

  /** Stores the event if it is new or has changed. @returns also the event that was stored before */
  async put(tx: Transaction, by: Import, item: ImportedEvent) {
    const before = await tx.get(events, eventIdOf(by, item))
    const plan = planOf(by, item, before, clock())
    if (plan.event && plan.event !== before) tx.put(events, plan.event)
    return { plan, before }
  },
})

/**
 * Equal for the same event of the same organiser. Imports of other organisers are separate, so that no one learns of their drafts.
 */
const eventIdOf = ({ actor, source }: Import, { sourceId, details }: ImportedEvent) =>
  sourceId === undefined
    ? joinedId('import', actor.id, source, 'by title', fold(details?.title ?? ''), details?.startsAt ?? '')
    : joinedId('import', actor.id, source, 'by id', sourceId)

function planOf(by: Import, item: ImportedEvent, before: EventDocument | undefined, now: number): Plan {
  if (before && !mayEdit.of(before, by.actor))
    return { outcome: 'invalid', problems: [{ field: 'event', message: m.importsNotManaged() }] }
  if (!item.details && !before) return { outcome: 'unnamed', problems: [] }
  const { edit, problems } = item.details
    ? readDetails(item.details)
    : { edit: editOf(before!), problems: [] }
  if (problems.length > 0) return { outcome: 'invalid', problems }
  const at = isoInstant(now)
  const status = Date.parse(edit.endsAt) <= now ? 'completed' : 'draft'
  const imported = { source: by.source, at }
  if (!before) {
    const event: EventDocument = {
      ...edit,
      id: eventIdOf(by, item),
      version: 1,
      sequence: 0,
      status,
      createdBy: by.actor.id,
      createdAt: at,
      changedAt: at,
      imported,
    }
    return { outcome: 'created', problems: [], event }
  }
  const isUntouched = before.changedAt === before.imported?.at
  const isEnding = isUntouched && before.status === 'draft' && status === 'completed'
  if (isDeepStrictEqual(editOf(before), edit) && !isEnding)
    return { outcome: 'unchanged', problems: [], event: before }
  // Attendees who are recorded cannot belong to a draft.
  if (!isUntouched || (before.status === 'completed' && status === 'draft'))
    return { outcome: 'kept', problems: [{ field: 'event', message: m.importsKeptText() }], event: before }
  const event = {
    ...applyEdit(before, edit),
    version: before.version + 1,
    sequence: before.sequence + 1,
    status,
    changedAt: at,
    imported,
  } satisfies EventDocument
  return { outcome: 'updated', problems: [], event }
}
