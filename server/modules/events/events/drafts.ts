import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/events/messages.ts'
import type { EventEdit } from '#shared/events/schema.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { People } from '#server/modules/people/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { createContributions } from '#server/lib/contributions.ts'
import { conflict } from '#server/lib/failure.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { editOf, type EventDocument, events } from './collection.ts'
import type { EventAccess } from './access.ts'

import type { EventAudit } from './audit.ts'

interface Deps {
  store: Store
  clock: Clock
  images: People['images']
  eventAccess: EventAccess
  eventAudit: EventAudit
}

interface NewDrafts {
  /** Edits in the order of their dates; the drafts share one cover. */
  edits: readonly EventEdit[]
  /** Id of the copied event, or empty. */
  sourceId: string
  /** The same when a request is repeated because its response was lost. */
  key: string
  seriesId?: string | undefined
}

/** Creates drafts, and deletes them and imported history. */
export function createDrafts({ store, clock, images, eventAccess, eventAudit }: Deps) {
  const batches = createContributions<[Transaction, eventId: string], boolean>()
  const deleted = createSubscribers<[Transaction, eventId: string, Actor]>()

  /** Imported history goes with its attendees, a batch of them in each transaction. Repeating it continues. */
  async function remove(actor: Actor, id: string) {
    while (!(await removeBatch(actor, id)));
  }

  /** @returns whether the event was deleted, too */
  const removeBatch = (actor: Actor, id: string) =>
    store.transact(async (tx) => {
      const event = await eventAccess.allowed('delete', actor, await tx.get(events, id), tx)
      const hasMore = await batches.collect(tx, id)
      if (hasMore.includes(true)) return false
      tx.delete(events, id)
      if (event.cover) await images.use(tx, [`event:${id}`], { id: '', oldId: event.cover, by: actor.id })
      await deleted.emit(tx, id, actor)
      await eventAudit.record(tx, actor, event, { action: 'event.deleted' })
      return true
    })

  return {
    remove,

    /**
     * Deletes a batch of documents about the event, before and in the transaction that deletes it. @returns whether
     * there may be more
     */
    addDeletion: batches.contribute,

    /**
     * A draft that had been published before, or imported history, is being deleted. Runs in the transaction, in which
     * the subscriber deletes its documents about the event.
     */
    onDeleted: deleted.subscribe,

    /**
     * Creates all or none. A repeated request with the same key creates nothing more.
     * @throws Failure 409 when the drafts have changed since
     */
    create: (actor: Actor, { edits, sourceId, key, seriesId }: NewDrafts): Promise<EventDocument[]> =>
      store.transact(async (tx) => {
        const ids = edits.map((_, at) => joinedId(actor.id, sourceId, key, String(at)))
        const before = (await tx.getMany(events, ids)).filter((event) => event !== undefined)
        if (isDeepStrictEqual(before.map(editOf), edits)) return before
        if (before.length > 0) throw alreadyCreated()
        const now = isoInstant(clock())
        const created = edits.map((edit, at): EventDocument => ({
          ...edit,
          id: ids[at]!,
          version: 1,
          sequence: 0,
          status: 'draft',
          createdBy: actor.id,
          createdAt: now,
          changedAt: now,
          seriesId,
        }))
        for (const draft of created) tx.put(events, draft)
        await useCover(tx, created, { by: actor.id, sourceId })
        return created
      }),
  }

  async function useCover(
    tx: Transaction,
    drafts: readonly EventDocument[],
    { by, sourceId }: { by: string; sourceId: string },
  ) {
    const { cover = '' } = drafts[0] ?? {}
    const users = drafts.map(({ id }) => `event:${id}` as const)
    const copyOf = sourceId ? (`event:${sourceId}` as const) : undefined
    await images.use(tx, users, { id: cover, oldId: '', by, copyOf })
  }
}

const alreadyCreated = () =>
  conflict('already_made', m.editorDraftChanged(), {
    detail: m.editorDraftChangedText(),
  })
