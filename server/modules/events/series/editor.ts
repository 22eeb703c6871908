import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/events/messages.ts'
import { missingForPublication } from '#shared/events/validation.ts'
import { EVENT_LIMITS, reasonRule, type SeriesScope } from '#shared/events/rules.ts'
import type { Duplication, EventEdit } from '#shared/events/schema.ts'
import type { SeriesEdit, SeriesPreview } from '#shared/events/series.ts'
import { datesOfCopies } from '#shared/events/series-dates.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { createContributions } from '#server/lib/contributions.ts'
import { assertValid, conflict, stale } from '#server/lib/failure.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { EventAudit } from '#server/modules/events/events/audit.ts'
import { applyEdit, editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { type EventEditor, changesBetween } from '#server/modules/events/events/editor.ts'
import type { EventAccess } from '#server/modules/events/events/access.ts'
import { editErrors, validate } from '#server/modules/events/events/validation.ts'
import { isNotified } from '#server/modules/events/events/change-notices.ts'
import type { EventWriter } from '#server/modules/events/events/writing.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'
import { peopleNotified, seriesDates } from '#server/modules/events/events/queries.ts'

import { carryOver } from './carry-over.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  people: People
  eventAccess: EventAccess
  eventAudit: EventAudit
  editor: EventEditor
  writer: EventWriter
}

/** One event of a series and its next state, which is the same if it stays as it is. */
interface Planned {
  before: EventDocument
  after: EventDocument
  /** Reason, shown to the organiser, for which the event stays as it is. */
  problem?: string
}

type Change = { edit: EventEdit } | { reason: string }

export type SeriesEditor = ReturnType<typeof createSeriesEditor>

/** Edits, cancels, extends and publishes series for organisers. Events that have started are never changed. */
export function createSeriesEditor({
  store,
  clock,
  newId,
  people,
  eventAccess,
  eventAudit,
  editor,
  writer,
}: Deps) {
  const problems = createContributions<
    [Pick<Reader, 'get'>, before: EventDocument, after: EventDocument],
    string | undefined
  >()

  /** Ids of the event and of the others in the scope, which follow in the order of their dates. */
  async function idsIn({ id, seriesId, startsAt }: EventDocument, scope: SeriesScope): Promise<string[]> {
    if (scope === 'this' || seriesId === undefined) return [id]
    const from = scope === 'following' ? startsAt : ''
    const others = seriesDates(await store.views(), seriesId).filter(
      (other) =>
        other.id !== id &&
        other.startsAt >= from &&
        Date.parse(other.startsAt) > clock() &&
        (other.status === 'draft' || other.status === 'published'),
    )
    return [id, ...others.map((other) => other.id)]
  }

  async function plan(
    reader: Pick<Reader, 'get'>,
    actor: Actor,
    [shown, ...others]: readonly EventDocument[],
    change: Change,
  ): Promise<Planned[]> {
    const now = clock()
    if ('reason' in change) {
      const { reason } = change
      const published = [shown!, ...others].filter(({ status }) => status !== 'draft')
      const planned = published.map(async (before): Promise<Planned> => {
        const refused = await eventAccess.refused('cancel', actor, before, reader)
        if (refused) return { before, after: before, problem: refused.message }
        if (before.status === 'cancelled') return { before, after: before }
        return { before, after: { ...before, status: 'cancelled', reason } }
      })
      return Promise.all(planned)
    }
    const first = { before: shown!, after: applyEdit(shown!, change.edit) }
    assertValid(editErrors(first.before, first.after, now))
    const rest = others.map(async (before): Promise<Planned> => {
      const edit = carryOver(editOf(before), editOf(shown!), change.edit)
      const after = applyEdit(before, edit)
      if (isDeepStrictEqual(after, before)) return { before, after: before }
      const problem =
        (await eventAccess.refused('extend', actor, before, reader))?.message ??
        Object.values(editErrors(before, after, now))[0] ??
        (await problems.collect(reader, before, after)).find((found) => found !== undefined)
      return problem === undefined ? { before, after } : { before, after: before, problem }
    })
    return [first, ...(await Promise.all(rest))]
  }

  return {
    /** Adds a reason, shown to the organiser, for which an event of a series cannot follow a change. */
    addProblem: problems.contribute,

    /** Dates and numbers of people for each scope of a change. Without `sent`, of a cancellation. */
    async preview(actor: Actor, id: string, sent?: EventEdit): Promise<SeriesPreview> {
      const shown = await eventAccess.allowed(sent ? 'extend' : 'cancel', actor, await store.get(events, id))
      const ids = await idsIn(shown, 'all')
      const found = (await store.getMany(events, ids)).filter((event) => event !== undefined)
      const change = sent ? { edit: await editor.prepareEdit(actor, sent, shown) } : { reason: '…' }
      const planned = (await plan(store, actor, found, change)).toSorted((a, b) =>
        a.before.startsAt < b.before.startsAt ? -1 : 1,
      )
      const views = await store.views()
      const inScope = (scope: SeriesScope) =>
        planned.filter(
          ({ before }) =>
            before.id === id ||
            scope === 'all' ||
            (scope === 'following' && before.startsAt >= shown.startsAt),
        )
      const summary = (scope: SeriesScope) => {
        const changed = inScope(scope).filter(({ before, after }) => !isDeepStrictEqual(before, after))
        const notified = changed.filter((each) => isNotified(each, clock())).map(({ before }) => before.id)
        return { events: changed.length, people: peopleNotified(views, notified, actor.id) }
      }
      return {
        scopes: { this: summary('this'), following: summary('following'), all: summary('all') },
        dates: planned.map(({ before, after, problem }) => ({
          id: before.id,
          startsAt: after.startsAt,
          endsAt: after.endsAt,
          timeZone: after.timeZone,
          allDay: after.allDay,
          isEarlier: before.id !== id && before.startsAt < shown.startsAt,
          isChanged: !isDeepStrictEqual(before, after),
          was: before.startsAt === after.startsAt ? undefined : before.startsAt,
          problem,
        })),
      }
    },

    /**
     * Applies the edit of one event to the others of the scope, all in one transaction. Events that cannot follow stay
     * as they are. @returns the event, and the number of events that changed
     */
    async edit(actor: Actor, id: string, version: number, { scope, edit: sent }: SeriesEdit) {
      const shown = await eventAccess.allowed('extend', actor, await store.get(events, id))
      const edit = await editor.prepareEdit(actor, sent, shown)
      const changed = await writer.writeTogether(await idsIn(shown, scope), actor.id, async (found, tx) => {
        const before = await eventAccess.allowed('extend', actor, found[0], tx)
        // A repeated request whose first response was lost.
        if (before.version === version + 1 && isDeepStrictEqual(applyEdit(before, edit), before)) return found
        if (before.version !== version) throw stale('event')
        const planned = await plan(tx, actor, found, { edit })
        await editor.assertMayPlace(tx, actor, edit, before)
        await useCover(tx, actor, planned)
        for (const each of planned) await recordEdit(tx, actor, each)
        return planned.map(({ after }) => after)
      })
      return {
        event: changed.find((event) => event.id === id) ?? (await store.get(events, id))!,
        changed: changed.length,
      }
    },

    /** Events that are already cancelled keep their reason, and drafts stay drafts. */
    async cancel(actor: Actor, id: string, scope: SeriesScope, text: string) {
      const reason = paragraphs(text)
      if (visibleLength(reason) === 0) assertValid({ reason: reasonRule() })
      const shown = await eventAccess.allowed('cancel', actor, await store.get(events, id))
      const changed = await writer.writeTogether(await idsIn(shown, scope), actor.id, async (found, tx) => {
        await eventAccess.allowed('cancel', actor, found[0], tx)
        const planned = new Map(
          (await plan(tx, actor, found, { reason })).map(({ before, after }) => [before.id, after]),
        )
        const nexts = found.map((before) => planned.get(before.id) ?? before)
        for (const [at, after] of nexts.entries())
          if (after !== found[at])
            await eventAudit.record(tx, actor, after, { action: 'event.cancelled', reason })
        return nexts
      })
      return {
        event: changed.find((event) => event.id === id) ?? (await store.get(events, id))!,
        changed: changed.length,
      }
    },

    /**
     * Adds copies of the event to its series as drafts; an event without a series begins one.
     * @param key the same when a request is repeated because its response was lost
     */
    async extend(actor: Actor, id: string, { startsAt, repeat }: Duplication, key = newId()) {
      const event = await eventAccess.allowed('duplicate', actor, await store.get(events, id))
      await eventAccess.allowed('extend', actor, event)
      const seriesId = event.seriesId ?? event.id
      const count = (repeat?.count ?? 1) + Math.max(1, seriesDates(await store.views(), seriesId).length)
      if (count > EVENT_LIMITS.seriesTotal)
        throw conflict('series_full', m.seriesTooLong({ most: EVENT_LIMITS.seriesTotal }))
      await editor.assertMayPlace(store, actor, event)
      const copies = datesOfCopies(event, startsAt, repeat).map((dates) => ({
        ...editor.originalOf(event),
        ...dates,
      }))
      for (const copy of copies) assertValid(validate(copy))
      if (event.seriesId === undefined)
        await writer.write(id, actor.id, (before) => ({ seriesId, ...before }))
      const created = await editor.createDrafts(actor, { edits: copies, sourceId: id, key, seriesId })
      return created.map((draft) => draft.id)
    },

    /** Publishes all complete drafts of the series that the actor manages. @returns their number */
    async publish(actor: Actor, id: string) {
      const shown = await eventAccess.allowed('extend', actor, await store.get(events, id))
      const ids = await idsIn(shown, 'all')
      const changed = await writer.writeTogether(ids, actor.id, async (found, tx) => {
        const now = clock()
        const next = async (event: EventDocument): Promise<EventDocument> => {
          const isComplete =
            event.status === 'draft' &&
            (await eventAccess.refused('publish', actor, event, tx)) === undefined &&
            Object.keys({ ...validate(editOf(event)), ...missingForPublication(event, now) }).length === 0
          return isComplete ? { ...event, status: 'published', publishedAt: isoInstant(now) } : event
        }
        const nexts = await Promise.all(found.map(next))
        for (const [at, after] of nexts.entries())
          if (after !== found[at]) await eventAudit.record(tx, actor, after, { action: 'event.published' })
        return nexts
      })
      return { published: changed.length }
    },
  }

  /** Events that keep a cover of their own are not among those whose cover changes. */
  async function useCover(tx: Transaction, actor: Actor, planned: readonly Planned[]) {
    const users = planned.filter(({ before, after }) => before.cover !== after.cover)
    const [first] = users
    if (!first) return
    await people.images.use(
      tx,
      users.map(({ before }) => `event:${before.id}` as const),
      { id: first.after.cover, oldId: first.before.cover, by: actor.id },
    )
  }

  async function recordEdit(tx: Transaction, actor: Actor, { before, after }: Planned) {
    if (isDeepStrictEqual(before, after)) return
    const fact = { action: 'event.edited', ...changesBetween(before, after) }
    await eventAudit.recordAdmin(tx, actor, before, fact)
  }
}
