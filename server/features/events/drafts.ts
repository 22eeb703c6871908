import { isDeepStrictEqual } from 'node:util'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventEdit } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { editOf, type EventDocument, events } from './collection.ts'
import { allowed } from './policy.ts'

export interface DraftDeps {
  store: Store
  clock: Clock
  audit: RecordAudit
  /** Takes a picture into use in place of another; either may be empty. */
  useImage: (tx: Transaction, users: readonly `event:${string}`[], id: string, oldId: string) => Promise<void>
  /** Deletes what others keep of an event, with it. */
  forgetEvent: (tx: Transaction, eventId: string) => Promise<void>
  changed: (event: EventDocument) => void
  removed: (ids: readonly string[]) => void
}

export interface Made {
  /** In the order of their dates; they share one cover. */
  edits: readonly EventEdit[]
  /** What it is made of, if anything, and the key under which whoever makes it asks again when an answer is lost. */
  under: readonly [source: string, key: string]
  /** The same for all that are made in one go. */
  seriesId?: string | undefined
}

/** How drafts come, and how they go. */
export function createDrafts({ store, clock, audit, useImage, forgetEvent, changed, removed }: DraftDeps) {
  async function remove(actor: Actor, id: string) {
    await store.transact(async (tx) => {
      const draft = allowed('delete', actor, await tx.get(events, id), clock())
      tx.delete(events, id)
      await forgetEvent(tx, id)
      if (draft.cover) await useImage(tx, [`event:${id}`], '', draft.cover)
      await audit(
        { action: 'event.deleted', actor: actor.id, target: id, sessionHash: actor.sessionHash },
        tx,
      )
    })
    removed([id])
  }

  return {
    remove,

    /** All of them or none. Asked for again under the same key they are made once, and are what was asked for last. */
    async make(actor: Actor, { edits, under, seriesId }: Made): Promise<EventDocument[]> {
      const ids = Array.from({ length: EVENT_LIMITS.series }, (_, at) =>
        joinedId(actor.id, ...under, String(at)),
      )
      const { drafts, surplus } = await store.transact(async (tx) => {
        const found = await tx.getMany(events, ids)
        const before = found.filter((event) => event !== undefined)
        if (isDeepStrictEqual(before.map(editOf), edits)) return { drafts: before, surplus: [] }
        if (!before.every(isUntouched)) throw madeAndChanged()
        const now = isoInstant(clock())
        const made = edits.map((edit, at): EventDocument => ({
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
        for (const draft of made) tx.put(events, draft)
        await takeCover(tx, made, before[0]?.cover)
        return { drafts: made, surplus: found.slice(made.length).filter((event) => event !== undefined) }
      })
      for (const draft of drafts) changed(draft)
      for (const { id } of surplus) await remove(actor, id)
      return drafts
    },
  }

  async function takeCover(tx: Transaction, drafts: readonly EventDocument[], oldCover = '') {
    const { cover = '' } = drafts[0] ?? {}
    const users = drafts.map(({ id }) => `event:${id}` as const)
    await useImage(tx, users, cover, cover === oldCover ? '' : oldCover)
  }
}

/** Nobody but its maker has had a hand in it: what is made again counts as made then. */
const isUntouched = ({ status, createdAt, changedAt }: EventDocument) =>
  status === 'draft' && createdAt === changedAt

const madeAndChanged = () =>
  conflict('already_made', 'This was made before, and has been changed since.', {
    detail: 'It stays as it is, among the events. Ask once more to make another.',
  })
