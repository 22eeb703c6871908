import { isDeepStrictEqual } from 'node:util'

import { type Duplication, type EventEdit, EventEditSchema } from '#shared/events.ts'
import { datesOfCopies } from '#shared/series.ts'
import type { Actor } from '#server/lib/actor.ts'
import type { RecordAudit } from '#server/lib/audit.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import { tidied } from './event-texts.ts'
import { faultsOf, lateFaults, missingForPublication, refuseFaulty } from './faults.ts'
import { allowed } from './policy.ts'
import type { WriteEvent } from './writing.ts'

/** Phones send again what got no answer. */
const SENT_AGAIN_WITHIN = 5 * 60_000

export interface EditingDeps {
  store: Store
  clock: Clock
  newId: () => string
  audit: RecordAudit
  /** Takes a picture into use in place of another; either may be empty. */
  useImage: (tx: Transaction, users: readonly `event:${string}`[], id: string, oldId: string) => Promise<void>
  /** Of those of the members whom the viewer may see. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<{ id: string }[]>
}

/** What organisers make of an event: drafts, changes, copies. */
export function createEditing(
  deps: EditingDeps & {
    write: WriteEvent
    changed: (event: EventDocument) => void
    gone: (ids: readonly string[]) => void
  },
) {
  const { store, clock, newId, audit, useImage, cards, write, changed, gone } = deps

  const draftOf = (actor: Actor, edit: EventEdit, seriesId?: string): EventDocument => {
    const now = isoInstant(clock())
    const stamps = { createdBy: actor.id, createdAt: now, changedAt: now }
    return {
      ...edit,
      ...stamps,
      id: newId(),
      version: 1,
      sequence: 0,
      status: 'draft',
      ...(seriesId && { seriesId }),
    }
  }

  /** All of them or none, in the order of their dates; they share one cover. Asked for again, they are there already. */
  async function keep(drafts: readonly EventDocument[], cover: string) {
    const kept = await store.transact(async (tx) => {
      const made = await madeBefore(tx, drafts)
      if (made) return made
      for (const draft of drafts) tx.create(events, draft)
      const users = drafts.map(({ id }) => `event:${id}` as const)
      if (cover) await useImage(tx, users, cover, '')
      return drafts
    })
    for (const draft of kept) changed(draft)
    return kept
  }

  /** Hosts whom the editor may not see stay where they are: they were not shown, so nobody took them out. */
  async function withHosts(actor: Actor, edit: EventEdit, before: readonly string[]): Promise<EventEdit> {
    const found = await cards(actor.id, [...new Set([...edit.hosts, ...before])])
    const seen = new Set(found.map(({ id }) => id))
    const wrong = edit.hosts.flatMap((id, at) =>
      seen.has(id) || before.includes(id) ? [] : [[`hosts.${at}`, 'There is no such member.'] as const],
    )
    refuseFaulty(Object.fromEntries(wrong))
    const named = [...edit.hosts]
    const stays = (id: string) => !seen.has(id) && !edit.hosts.includes(id)
    const hosts = before.flatMap((id) => (stays(id) ? [id] : named.splice(0, 1)))
    return { ...edit, hosts: [...hosts, ...named] }
  }

  return {
    async create(actor: Actor, sent: EventEdit) {
      const edit = tidied(sent)
      refuseFaulty(faultsOf(edit))
      const whole = await withHosts(actor, edit, [])
      const [draft] = await keep([draftOf(actor, whole)], whole.cover)
      return draft!
    },

    /** Replaces the whole event, if `version` is still the latest. */
    async edit(actor: Actor, id: string, version: number, sent: EventEdit) {
      const edit = tidied(sent)
      const { hosts } = allowed('edit', actor, await store.get(events, id), clock())
      const whole = await withHosts(actor, edit, hosts)
      return write(id, async (before, tx) => {
        const now = clock()
        allowed('edit', actor, before, now)
        const after = edited(before, whole)
        // Sent again because the answer was lost: what it asked for is what is there.
        if (before.version === version + 1 && isDeepStrictEqual(after, before)) return before
        if (before.version !== version) throw stale('event')
        const published = before.status !== 'draft'
        refuseFaulty({
          ...(published && now < Date.parse(before.endsAt) && missingForPublication(after, now)),
          ...faultsOf(whole),
          ...(published && lateFaults(before, after, now)),
        })
        if (after.cover !== before.cover) await useImage(tx, [`event:${id}`], after.cover, before.cover)
        return after
      })
    },

    async remove(actor: Actor, id: string) {
      await store.transact(async (tx) => {
        const draft = allowed('delete', actor, await tx.get(events, id), clock())
        tx.delete(events, id)
        if (draft.cover) await useImage(tx, [`event:${id}`], '', draft.cover)
        await audit(
          { action: 'event.deleted', actor: actor.id, target: id, sessionHash: actor.sessionHash },
          tx,
        )
      })
      gone([id])
    },

    /** Copies as drafts of whoever makes them, in the order of their dates. */
    async duplicate(actor: Actor, id: string, { startsAt, repeat }: Duplication) {
      const event = allowed('duplicate', actor, await store.get(events, id), clock())
      const copies = datesOfCopies(event, startsAt, repeat).map((dates) => ({ ...editOf(event), ...dates }))
      for (const copy of copies) refuseFaulty(faultsOf(copy))
      const seriesId = repeat && newId()
      const drafts = copies.map((copy) => draftOf(actor, copy, seriesId))
      return (await keep(drafts, event.cover)).map((draft) => draft.id)
    },
  }
}

/** The same drafts of the same person, untouched since they were made a moment ago: asked for again, the answer lost. */
async function madeBefore(tx: Transaction, drafts: readonly EventDocument[]) {
  const [first, last] = [drafts[0]!, drafts.at(-1)!]
  const { items } = await tx.find(events, {
    where: { createdBy: first.createdBy },
    orderBy: 'startsAt',
    range: { gte: first.startsAt, lte: last.startsAt },
    limit: 500,
  })
  const since = isoInstant(Date.parse(first.createdAt) - SENT_AGAIN_WITHIN)
  const recent = items.filter(({ version, createdAt }) => version === 1 && createdAt >= since)
  const made = drafts.map((draft) =>
    recent.find(
      (one) =>
        isDeepStrictEqual(editOf(one), editOf(draft)) && Boolean(one.seriesId) === Boolean(draft.seriesId),
    ),
  )
  return made.every((one) => one !== undefined) ? made : undefined
}

const isEdited = ([field]: [string, unknown]) => field in EventEditSchema.properties

const editOf = (event: EventDocument) =>
  Object.fromEntries(Object.entries(event).filter(isEdited)) as EventEdit

/** The event with everything that an edit speaks of as the edit has it, also where that is nothing. */
function edited(event: EventDocument, edit: EventEdit): EventDocument {
  const kept = Object.entries(event).filter((entry) => !isEdited(entry))
  return { ...(Object.fromEntries(kept) as Omit<EventDocument, keyof EventEdit>), ...edit }
}
