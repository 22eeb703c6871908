import { isDeepStrictEqual } from 'node:util'

import { missingForPublication } from '#shared/event-validation.ts'
import type { Duplication, EventEdit } from '#shared/events.ts'
import { inPlainLetters } from '#shared/plain-link.ts'
import { datesOfCopies } from '#shared/series.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/plain-text.ts'
import { distinctFolded } from '#server/views/words.ts'

import { applyEdit, editOf, type EventDocument, events } from './collection.ts'
import { createDrafts, type DraftDeps } from './drafts.ts'
import { validate, lateErrors, assertValid } from './validation.ts'
import { assertAllowed, visibleCoverOf } from './policy.ts'
import type { AuditEvent } from './types.ts'
import type { WriteEvent } from './writing.ts'

export interface EditingDeps extends DraftDeps {
  newId: () => string
  /** Of those of the members whom the viewer may see. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<{ id: string }[]>
}

/** Creates, edits, duplicates and deletes events for organisers. */
export function createEditing(deps: EditingDeps & { auditAdmin: AuditEvent; write: WriteEvent }) {
  const { store, clock, auditEvent, auditAdmin, newId, useImage, onDelete, cards, write } = deps
  const drafts = createDrafts({ store, clock, auditEvent, useImage, onDelete })

  /** Hosts whom the editor cannot see keep their places: the editor was not shown them, so did not remove them. */
  async function withHosts(actor: Actor, edit: EventEdit, before: readonly string[]): Promise<EventEdit> {
    const found = await cards(actor.id, [...new Set([...edit.hosts, ...before])])
    const visible = new Set(found.map(({ id }) => id))
    const wrong = edit.hosts.flatMap((id, at) =>
      visible.has(id) || before.includes(id)
        ? []
        : [[`hosts.${at}`, 'This member doesn’t exist or is no longer available.'] as const],
    )
    assertValid(Object.fromEntries(wrong))
    const named = [...edit.hosts]
    const stays = (id: string) => !visible.has(id) && !edit.hosts.includes(id)
    const hosts = before.flatMap((id) => (stays(id) ? [id] : named.splice(0, 1)))
    return { ...edit, hosts: [...hosts, ...named] }
  }

  return {
    /** @param key the same when a request is repeated because its response was lost */
    async create(actor: Actor, sent: EventEdit, key = newId()) {
      const edit = normalise(sent)
      assertValid(validate(edit))
      const whole = await withHosts(actor, edit, [])
      const [draft] = await drafts.create(actor, { edits: [whole], sourceId: '', key })
      return draft!
    },

    /** Replaces the whole event if `version` is the latest. */
    async edit(actor: Actor, id: string, version: number, sent: EventEdit) {
      const edit = normalise(sent)
      const { hosts } = assertAllowed('edit', actor, await store.get(events, id), clock())
      const whole = await withHosts(actor, edit, hosts)
      return write(id, actor.id, async (before, tx) => {
        const now = clock()
        assertAllowed('edit', actor, before, now)
        const after = applyEdit(before, whole)
        // A repeated request whose first response was lost.
        if (before.version === version + 1 && isDeepStrictEqual(after, before)) return before
        if (before.version !== version) throw stale('event')
        const published = before.status !== 'draft'
        assertValid({
          ...(published && now < Date.parse(before.endsAt) && missingForPublication(after, now)),
          ...validate(whole),
          ...(published && lateErrors(before, after, now)),
        })
        if (after.cover !== before.cover) {
          const image = { id: after.cover, oldId: before.cover, by: actor.id }
          await useImage(tx, [`event:${id}`], image)
        }
        await auditAdmin(tx, actor, before, { action: 'event.edited', ...changesBetween(before, after) })
        return after
      })
    },

    remove: drafts.remove,

    /**
     * Creates the copies as drafts of the actor, in the order of their dates.
     * @param key the same when a request is repeated because its response was lost
     */
    async duplicate(actor: Actor, id: string, { startsAt, repeat }: Duplication, key = newId()) {
      const event = assertAllowed('duplicate', actor, await store.get(events, id), clock())
      const original = { ...editOf(event), cover: visibleCoverOf(event) }
      const copies = datesOfCopies(event, startsAt, repeat).map((dates) => ({ ...original, ...dates }))
      for (const copy of copies) assertValid(validate(copy))
      const created = await drafts.create(actor, {
        edits: copies,
        sourceId: id,
        key,
        seriesId: repeat && newId(),
      })
      return created.map((draft) => draft.id)
    },
  }
}

/** For the audit log. */
const changesBetween = (before: EventDocument, after: EventDocument) => ({
  before: differing(before, after),
  after: differing(after, before),
})

/** The editable fields of an event that another version does not have alike. */
const differing = (event: EventDocument, other: EventDocument) =>
  Object.fromEntries(
    Object.entries(editOf(event)).filter(
      ([field, value]) => !isDeepStrictEqual(value, other[field as keyof EventDocument]),
    ),
  )

/** As stored: plain texts, instants in UTC, and no join link where everyone comes in person. */
function normalise({ joinUrl, ...edit }: EventEdit): EventEdit {
  return {
    ...edit,
    title: oneLine(edit.title),
    summary: paragraphs(edit.summary),
    description: paragraphs(edit.description),
    tags: distinctFolded(distinctLines(edit.tags)),
    startsAt: inUtc(edit.startsAt),
    endsAt: inUtc(edit.endsAt),
    ...(edit.rsvpDeadline && { rsvpDeadline: inUtc(edit.rsvpDeadline) }),
    ...(joinUrl && edit.format !== 'inPerson' && { joinUrl: inPlainLetters(oneLine(joinUrl)) }),
    ...(edit.venue && { venue: normalisedVenue(edit.venue) }),
  }
}

const normalisedVenue = ({ name, address }: NonNullable<EventEdit['venue']>) => ({
  name: oneLine(name),
  address: Object.fromEntries(
    Object.entries(address)
      .map(([part, text]) => [part, oneLine(text)])
      .filter(([, text]) => text),
  ),
})

const inUtc = (instant: string) => isoInstant(Temporal.Instant.from(instant).epochMilliseconds)
