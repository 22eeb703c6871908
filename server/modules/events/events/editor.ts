import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/events/messages.ts'
import { can } from '#shared/people/roles.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { Duplication, EventEdit } from '#shared/events/schema.ts'
import type { Question } from '#shared/events/questions.ts'
import { inPlainLetters } from '#shared/lib/plain-link.ts'
import { datesOfCopies } from '#shared/events/series-dates.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Reader, Store } from '#server/store/port.ts'
import { type Clock, normalInstant } from '#server/lib/clock.ts'
import { assertValid, forbidden, stale } from '#server/lib/failure.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import { distinctFolded } from '#server/views/words.ts'
import { applyEdit, editOf, type EventDocument, events, whenAny } from './collection.ts'
import type { EventAccess } from './access.ts'
import { rightOn } from './rights.ts'
import { visibleCoverOf } from './rules.ts'

import type { EventAudit } from './audit.ts'
import { createDrafts } from './drafts.ts'
import { editErrors, validate } from './validation.ts'
import type { WriteEvent } from './writing.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  people: People
  chapters: Chapters
  eventAccess: EventAccess
  eventAudit: EventAudit
  write: WriteEvent
}

export type EventEditor = ReturnType<typeof createEventEditor>

/** Creates, edits, duplicates and deletes events for organisers. */
export function createEventEditor({
  store,
  clock,
  newId,
  people,
  chapters,
  eventAccess,
  eventAudit,
  write,
}: Deps) {
  const { members, images } = people
  const drafts = createDrafts({ store, clock, images, eventAccess, eventAudit })

  /**
   * The edit as it is stored. Keeps people whom the actor cannot see: the actor did not see them, so did not remove
   * them. Hosts and helpers change only through people who manage the event.
   */
  async function prepareEdit(actor: Actor, sent: EventEdit, before?: EventDocument): Promise<EventEdit> {
    const { editors = [], helpers = [], ...edit } = normalise(sent)
    const team = { hosts: [], editors: [], helpers: [], ...before }
    const known = [...team.hosts, ...team.helpers]
    const found = await members.cards(actor.id, [...new Set([...edit.hosts, ...helpers, ...known])])
    const visible = new Set(found.map(({ id }) => id))
    assertValid(
      Object.fromEntries(
        Object.entries({ hosts: edit.hosts, helpers }).flatMap(([field, ids]) =>
          ids.flatMap((id, at) =>
            visible.has(id) || known.includes(id) ? [] : [[`${field}.${at}`, m.editorHostRule()]],
          ),
        ),
      ),
    )
    const merge = (ids: readonly string[], stored: readonly string[]) => {
      const named = [...ids]
      const stays = (id: string) => !visible.has(id) && !ids.includes(id)
      return [...stored.flatMap((id) => (stays(id) ? [id] : named.splice(0, 1))), ...named]
    }
    const hosts = merge(edit.hosts, team.hosts)
    const next = {
      hosts,
      ...whenAny(
        'editors',
        merge(editors, team.editors).filter((id) => hosts.includes(id)),
      ),
      ...whenAny(
        'helpers',
        merge(helpers, team.helpers).filter((id) => !hosts.includes(id)),
      ),
    }
    if (before) {
      const right = rightOn(before, await eventAccess.personAt(store, before, actor))
      if (!canOnEvent({ right }, 'manage')) assertValid(managedErrors(before, { ...edit, ...next }))
    }
    return { ...edit, ...next }
  }

  /**
   * An event takes place in the name of chapters in which its author can create events, or of the organisation.
   * @throws Failure 403 without such a right for an event of the organisation, 400 for chapters
   */
  async function assertMayPlace(
    reader: Pick<Reader, 'get'>,
    actor: Actor,
    { chapterId, cohosts = [] }: Pick<EventEdit, 'chapterId' | 'cohosts'>,
    before?: Pick<EventEdit, 'chapterId' | 'cohosts'>,
  ) {
    if (chapterId === undefined) {
      const isNew = !before || before.chapterId !== undefined
      if (isNew && !can(actor.role, 'organise')) throw forbidden('role_required', m.eventRoleNeeded())
    }
    const errorsOf = async (field: 'chapterId' | 'cohosts', ids: readonly string[]) => {
      const known = [before?.[field] ?? []].flat()
      const added = ids.filter((id) => !known.includes(id))
      const rights = await Promise.all(added.map((id) => chapters.access.createsEvents(reader, actor, id)))
      return rights.includes(false) ? { [field]: m.editorChapterRule() } : {}
    }
    assertValid({
      ...(await errorsOf('chapterId', chapterId === undefined ? [] : [chapterId])),
      ...(await errorsOf('cohosts', cohosts)),
    })
  }

  return {
    prepareEdit,
    assertMayPlace,

    /** @param key the same when a request is repeated because its response was lost */
    async create(actor: Actor, sent: EventEdit, key = newId()) {
      await assertMayPlace(store, actor, sent)
      assertValid(validate(normalise(sent)))
      const whole = await prepareEdit(actor, sent)
      const [draft] = await drafts.create(actor, { edits: [whole], sourceId: '', key })
      return draft!
    },

    /** Replaces the whole event if `version` is the latest. */
    async edit(actor: Actor, id: string, version: number, sent: EventEdit) {
      const shown = await eventAccess.allowed('edit', actor, await store.get(events, id))
      const whole = await prepareEdit(actor, sent, shown)
      return write(id, actor.id, async (before, tx) => {
        const now = clock()
        await eventAccess.allowed('edit', actor, before, tx)
        const after = applyEdit(before, whole)
        // A repeated request whose first response was lost.
        if (before.version === version + 1 && isDeepStrictEqual(after, before)) return before
        if (before.version !== version) throw stale('event')
        assertValid(editErrors(before, after, now))
        await assertMayPlace(tx, actor, after, before)
        if (after.cover !== before.cover) {
          const image = { id: after.cover, oldId: before.cover, by: actor.id }
          await images.use(tx, [`event:${id}`], image)
        }
        await eventAudit.recordAdmin(tx, actor, before, {
          action: 'event.edited',
          ...changesBetween(before, after),
        })
        return after
      })
    },

    remove: drafts.remove,
    onDeleted: drafts.onDeleted,
    addDeletion: drafts.addDeletion,
    createDrafts: drafts.create,
    originalOf,

    /**
     * Creates the copies as drafts of the actor, in the order of their dates.
     * @param key the same when a request is repeated because its response was lost
     */
    async duplicate(actor: Actor, id: string, { startsAt, repeat }: Duplication, key = newId()) {
      const event = await eventAccess.allowed('duplicate', actor, await store.get(events, id))
      await assertMayPlace(store, actor, event)
      const copies = datesOfCopies(event, startsAt, repeat).map((dates) => ({
        ...originalOf(event),
        ...dates,
      }))
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

const TEAM = ['hosts', 'editors', 'helpers'] as const

/** Changes that take the right to manage the event. */
const managedErrors = (before: EventEdit, after: EventEdit) => ({
  ...errorsIfChanged(TEAM, m.editorTeamRule(), before, after),
  ...errorsIfChanged(['chapterId', 'cohosts'], m.editorChapterManaged(), before, after),
})

const errorsIfChanged = (
  fields: readonly (keyof EventEdit)[],
  message: string,
  before: EventEdit,
  after: EventEdit,
) =>
  Object.fromEntries(
    fields
      .filter((field) => !isDeepStrictEqual(before[field], after[field]))
      .map((field) => [field, message]),
  )

/** The edit of a copy, before it has dates of its own. */
const originalOf = (event: EventDocument) => ({ ...editOf(event), cover: visibleCoverOf(event) })

/** Changes for the audit log. */
export const changesBetween = (before: EventDocument, after: EventDocument) => ({
  before: differing(before, after),
  after: differing(after, before),
})

/** The editable fields of an event that differ from another version. */
const differing = (event: EventDocument, other: EventDocument) =>
  Object.fromEntries(
    Object.entries(editOf(event)).filter(
      ([field, value]) => !isDeepStrictEqual(value, other[field as keyof EventDocument]),
    ),
  )

/**
 * Normalises for storing: plain texts, instants in UTC, no join link for an event in person, and no default values.
 */
function normalise({ joinUrl, joinMode, openToGuests, cohosts = [], ...edit }: EventEdit): EventEdit {
  return {
    ...edit,
    ...(cohosts.length > 0 && { cohosts }),
    title: oneLine(edit.title),
    summary: paragraphs(edit.summary),
    description: paragraphs(edit.description),
    tags: distinctFolded(distinctLines(edit.tags)),
    startsAt: normalInstant(edit.startsAt),
    endsAt: normalInstant(edit.endsAt),
    ...(joinMode && joinMode !== 'open' && { joinMode }),
    ...(openToGuests && { openToGuests }),
    ...(edit.rsvpOpensAt && { rsvpOpensAt: normalInstant(edit.rsvpOpensAt) }),
    ...(edit.rsvpDeadline && { rsvpDeadline: normalInstant(edit.rsvpDeadline) }),
    ...(joinUrl && edit.format !== 'inPerson' && { joinUrl: inPlainLetters(oneLine(joinUrl)) }),
    ...(edit.venue && { venue: normalisedVenue(edit.venue) }),
    ...(edit.questions && { questions: edit.questions.map(normalisedQuestion) }),
  }
}

const normalisedQuestion = ({ label, options, ...rest }: Question): Question => ({
  ...rest,
  label: oneLine(label),
  ...(options && { options: options.map(oneLine) }),
})

const normalisedVenue = ({ name, address }: NonNullable<EventEdit['venue']>) => ({
  name: oneLine(name),
  address: Object.fromEntries(
    Object.entries(address)
      .map(([part, text]) => [part, oneLine(text)])
      .filter(([, text]) => text),
  ),
})
