import { isDeepStrictEqual } from 'node:util'

import type { Duplication, EventEdit } from '#shared/events.ts'
import { datesOfCopies } from '#shared/series.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import { inPlainLetters } from '#server/lib/plain-link.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/plain-text.ts'
import { fold } from '#server/search/tokens.ts'

import { edited, editOf, events } from './collection.ts'
import { createDrafts, type DraftDeps } from './drafts.ts'
import { validate, lateErrors, missingForPublication, assertValid } from './validation.ts'
import { allowed } from './policy.ts'
import type { WriteEvent } from './writing.ts'

export interface EditingDeps extends DraftDeps {
  newId: () => string
  /** Of those of the members whom the viewer may see. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<{ id: string }[]>
}

/** What organisers make of an event: drafts, changes, copies. */
export function createEditing(deps: EditingDeps & { write: WriteEvent }) {
  const { store, clock, newId, useImage, cards, write } = deps
  const drafts = createDrafts(deps)

  /** Hosts whom the editor may not see stay where they are: they were not shown, so nobody took them out. */
  async function withHosts(actor: Actor, edit: EventEdit, before: readonly string[]): Promise<EventEdit> {
    const found = await cards(actor.id, [...new Set([...edit.hosts, ...before])])
    const seen = new Set(found.map(({ id }) => id))
    const wrong = edit.hosts.flatMap((id, at) =>
      seen.has(id) || before.includes(id) ? [] : [[`hosts.${at}`, 'There is no such member.'] as const],
    )
    assertValid(Object.fromEntries(wrong))
    const named = [...edit.hosts]
    const stays = (id: string) => !seen.has(id) && !edit.hosts.includes(id)
    const hosts = before.flatMap((id) => (stays(id) ? [id] : named.splice(0, 1)))
    return { ...edit, hosts: [...hosts, ...named] }
  }

  return {
    /** @param key the same when it is asked for again because the answer was lost */
    async create(actor: Actor, sent: EventEdit, key = newId()) {
      const edit = normalise(sent)
      assertValid(validate(edit))
      const whole = await withHosts(actor, edit, [])
      const [draft] = await drafts.make(actor, { edits: [whole], under: ['', key] })
      return draft!
    },

    /** Replaces the whole event, if `version` is still the latest. */
    async edit(actor: Actor, id: string, version: number, sent: EventEdit) {
      const edit = normalise(sent)
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
        assertValid({
          ...(published && now < Date.parse(before.endsAt) && missingForPublication(after, now)),
          ...validate(whole),
          ...(published && lateErrors(before, after, now)),
        })
        if (after.cover !== before.cover) await useImage(tx, [`event:${id}`], after.cover, before.cover)
        return after
      })
    },

    remove: drafts.remove,

    /**
     * Copies as drafts of whoever makes them, in the order of their dates.
     * @param key the same when they are asked for again because the answer was lost
     */
    async duplicate(actor: Actor, id: string, { startsAt, repeat }: Duplication, key = newId()) {
      const event = allowed('duplicate', actor, await store.get(events, id), clock())
      const copies = datesOfCopies(event, startsAt, repeat).map((dates) => ({ ...editOf(event), ...dates }))
      for (const copy of copies) assertValid(validate(copy))
      const made = await drafts.make(actor, { edits: copies, under: [id, key], seriesId: repeat && newId() })
      return made.map((draft) => draft.id)
    },
  }
}

/** As it is kept: plain texts, instants in UTC. */
function normalise(edit: EventEdit): EventEdit {
  return {
    ...edit,
    title: oneLine(edit.title),
    summary: oneLine(edit.summary),
    description: paragraphs(edit.description),
    tags: distinctTags(edit.tags),
    startsAt: inUtc(edit.startsAt),
    endsAt: inUtc(edit.endsAt),
    ...(edit.rsvpDeadline && { rsvpDeadline: inUtc(edit.rsvpDeadline) }),
    ...(edit.joinUrl && { joinUrl: inPlainLetters(oneLine(edit.joinUrl)) }),
    ...(edit.venue && { venue: normalisedVenue(edit.venue) }),
  }
}

/** Each once, as it was first spelt: "AI" and "ai" are found as one. */
const distinctTags = (tags: readonly string[]) =>
  Map.groupBy(distinctLines(tags), fold)
    .values()
    .map(([first]) => first!)
    .toArray()

const normalisedVenue = ({ name, address }: NonNullable<EventEdit['venue']>) => ({
  name: oneLine(name),
  address: Object.fromEntries(
    Object.entries(address)
      .map(([part, text]) => [part, oneLine(text)])
      .filter(([, text]) => text),
  ),
})

const inUtc = (instant: string) => isoInstant(Temporal.Instant.from(instant).epochMilliseconds)
