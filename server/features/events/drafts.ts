import { isDeepStrictEqual } from 'node:util'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventEdit } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { editOf, type EventDocument, events } from './collection.ts'
import { assertAllowed } from './policy.ts'
import type { AuditEvent } from './types.ts'

export interface DraftDeps {
  store: Store
  clock: Clock
  auditEvent: AuditEvent
  /**
   * Marks a picture as used instead of another; either id may be empty.
   * @param by who chose it, and must have uploaded it unless it is a `copyOf` an event's cover
   */
  useImage: (
    tx: Transaction,
    users: readonly `event:${string}`[],
    image: { id: string; oldId: string; by: string; copyOf?: `event:${string}` | undefined },
  ) => Promise<void>
  /** Deletes what other features store about the event, in the same transaction. */
  onDelete: (tx: Transaction, eventId: string) => Promise<void>
}

export interface NewDrafts {
  /** In the order of their dates; they share one cover. */
  edits: readonly EventEdit[]
  /** The event they are copies of, or empty. */
  sourceId: string
  /** The same when a request is repeated because its response was lost. */
  key: string
  seriesId?: string | undefined
}

/** Creates and deletes drafts. */
export function createDrafts({ store, clock, auditEvent, useImage, onDelete }: DraftDeps) {
  async function remove(actor: Actor, id: string) {
    await store.transact(async (tx) => {
      const draft = assertAllowed('delete', actor, await tx.get(events, id), clock())
      tx.delete(events, id)
      await onDelete(tx, id)
      if (draft.cover) await useImage(tx, [`event:${id}`], { id: '', oldId: draft.cover, by: actor.id })
      await auditEvent(tx, actor, draft, { action: 'event.deleted' })
    })
  }

  return {
    remove,

    /** All or none. A repeated request with the same key replaces the drafts of the first one. */
    async create(actor: Actor, { edits, sourceId, key, seriesId }: NewDrafts): Promise<EventDocument[]> {
      const ids = Array.from({ length: EVENT_LIMITS.series }, (_, at) =>
        joinedId(actor.id, sourceId, key, String(at)),
      )
      const { drafts, surplus } = await store.transact(async (tx) => {
        const found = await tx.getMany(events, ids)
        const before = found.filter((event) => event !== undefined)
        if (isDeepStrictEqual(before.map(editOf), edits)) return { drafts: before, surplus: [] }
        if (!before.every(isUntouched)) throw alreadyCreated()
        const now = isoInstant(clock())
        const created = edits.map((edit, at): EventDocument => ({
          ...edit,
          id: ids[at]!,
          version: 1 + (found[at]?.version ?? 0),
          sequence: 0,
          status: 'draft',
          createdBy: actor.id,
          createdAt: now,
          changedAt: now,
          ...(seriesId && { seriesId }),
        }))
        for (const draft of created) tx.put(events, draft)
        const oldCover = before[0]?.cover ?? ''
        await useCover(tx, created, { oldCover, by: actor.id, sourceId })
        return {
          drafts: created,
          surplus: found.slice(created.length).filter((event) => event !== undefined),
        }
      })
      for (const { id } of surplus) await remove(actor, id)
      return drafts
    },
  }

  async function useCover(
    tx: Transaction,
    drafts: readonly EventDocument[],
    { oldCover, by, sourceId }: { oldCover: string; by: string; sourceId: string },
  ) {
    const { cover = '' } = drafts[0] ?? {}
    const users = drafts.map(({ id }) => `event:${id}` as const)
    const copyOf = sourceId ? (`event:${sourceId}` as const) : undefined
    await useImage(tx, users, { id: cover, oldId: cover === oldCover ? '' : oldCover, by, copyOf })
  }
}

/** Neither edited nor published. Creating it again counts as its creation. */
const isUntouched = ({ status, createdAt, changedAt }: EventDocument) =>
  status === 'draft' && createdAt === changedAt

const alreadyCreated = () =>
  conflict('already_made', 'This draft already exists and was changed since.', {
    detail: 'Find it under Drafts, or try again to create another one.',
  })
