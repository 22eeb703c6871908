import type { BaseLogger } from 'pino'

import * as m from '#shared/chapters/messages.ts'
import { UNDO_MOVE_DAYS } from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { createContributions } from '#server/lib/contributions.ts'
import { conflict, invalidFields, notFound } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import { bySlugAlone, type ChapterAccess } from './access.ts'
import { type ChapterDocument, chapters } from './chapters/collection.ts'
import type { RecordMembership } from './memberships/record.ts'
import type { MembershipWriter } from './memberships/writer.ts'
import { undoUntil } from './memberships/status.ts'
import { chapterSuccessions } from './succession/collection.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type ChapterMerge, chapterMerges } from './merging/collection.ts'
import { createMergedLetters } from './merging/letters.ts'
import { createMergedMembers } from './merging/members.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  logger: Pick<BaseLogger, 'error'>
  audit: Operations['audit']
  access: ChapterAccess
  record: RecordMembership
  writer: MembershipWriter
}

const RUNNING = ['moving', 'undoing'] as const

export type ChapterMerging = ReturnType<typeof createChapterMerging>

/**
 * Merges one chapter into another, and undoes it. The command closes one and lets its slugs lead to the other; what
 * belongs to it follows in small transactions, which a job continues after a restart. Safe on several replicas.
 */
export function createChapterMerging({ store, clock, newId, logger, audit, access, record, writer }: Deps) {
  const parts = createContributions<[ChapterMerge], void>()
  const members = createMergedMembers({ store, clock, record, writer })
  const letters = createMergedLetters(store)

  async function assertMergeable(tx: Transaction, from: ChapterDocument, into: ChapterDocument) {
    if (from.id === into.id || into.state === 'closed') throw invalidFields({ into: m.mergeIntoRule() })
    if (from.state === 'closed') throw conflict('chapter_closed', m.joinClosed())
    await assertNoneRuns(tx)
    const range = { gt: isoInstant(clock() - UNDO_MOVE_DAYS * DAY) }
    const query = { where: { into: from.id }, orderBy: 'at', range, limit: 50 } as const
    const { items } = await tx.find(chapterMerges, query)
    if (items.some(({ state }) => state === 'merged')) throw conflict('merge_undoable', m.mergeUndoable())
  }

  const recordOf = (
    tx: Transaction,
    actor: Actor,
    action: string,
    { id, name }: ChapterDocument,
    { name: into }: ChapterDocument,
  ) =>
    audit.record(
      { action, actor: actor.id, target: id, after: { chapter: name, into }, sessionHash: actor.sessionHash },
      tx,
    )

  async function start(tx: Transaction, actor: Actor, from: ChapterDocument, into: ChapterDocument) {
    const at = isoInstant(clock())
    const merge = newId()
    tx.create(chapterMerges, { id: merge, from: from.id, into: into.id, state: 'moving', by: actor.id, at })
    tx.put(chapters, {
      ...from,
      version: from.version + 1,
      state: 'closed',
      stateSince: { ...from.stateSince, closed: at },
      merged: { merge, into: into.id, state: from.state },
    })
    tx.delete(chapterSuccessions, from.id)
    await recordOf(tx, actor, 'chapter.merged', from, into)
  }

  /** Moves what is left, then ends the step. */
  async function proceed(merge: ChapterMerge): Promise<void> {
    await parts.collect(merge)
    const isBack = merge.state === 'undoing'
    await (isBack ? letters.moveBack(merge) : letters.move(merge))
    await (isBack ? members.moveBack(merge) : members.move(merge))
    await store.transact(async (tx) => {
      const stored = await tx.get(chapterMerges, merge.id)
      if (stored?.state === merge.state)
        tx.put(chapterMerges, { ...stored, state: isBack ? 'undone' : 'merged' })
    })
  }

  async function advanceDue() {
    for (const merge of await running(store)) await proceed(merge)
  }

  const soon = () =>
    advanceDue().catch((err: unknown) => logger.error({ err }, 'could not finish a merge of chapters'))

  return {
    /** Adds what a later module moves, or moves back if the merge is `undoing`. Each step must be safe to repeat. */
    addPart: parts.contribute,

    /** A reason for which a chapter can’t be closed yet. */
    closingProblem: async (tx: Transaction): Promise<string | undefined> =>
      (await running(tx)).length > 0 ? m.mergeRunning() : undefined,

    /** The rest follows within seconds, or a minute after a restart. @throws Failure 400, 404, 409 */
    async merge(actor: Actor, slug: string, intoSlug: string): Promise<void> {
      await store.transact(async (tx) => {
        const { chapter: into } = await access.findFor(tx, actor, intoSlug, 'edit')
        const from = await bySlugAlone(tx, slug)
        if (!from) throw notFound('chapter')
        // A repeated request finds them merged.
        if (from.merged?.into === into.id) return
        await assertMergeable(tx, from, into)
        await start(tx, actor, from, into)
      })
      await access.sync()
      void soon()
    },

    /** @param slug of the chapter that became part of another @throws Failure 404, 409 */
    async undo(actor: Actor, slug: string): Promise<void> {
      await store.transact(async (tx) => {
        const { chapter: into } = await access.findFor(tx, actor, slug, 'edit')
        const from = await bySlugAlone(tx, slug)
        // A repeated request finds it undone.
        if (!from?.merged) return
        await assertNoneRuns(tx)
        const { merged, stateSince, ...chapter } = from
        const merge = await tx.get(chapterMerges, merged.merge)
        if (!merge || merged.into !== into.id || isoInstant(clock()) > undoUntil(merge.at))
          throw conflict('merge_not_undoable', m.mergeUndoLate())
        const { closed: _, ...before } = stateSince
        tx.put(chapterMerges, { ...merge, state: 'undoing', by: actor.id })
        tx.put(chapters, { ...chapter, version: from.version + 1, state: merged.state, stateSince: before })
        await recordOf(tx, actor, 'chapter.merge_undone', from, into)
      })
      await access.sync()
      void soon()
    },

    /** Continues a merge that a process left half done. */
    advanceDue,
  }
}

/** One at a time in the community, so that what it reads does not move meanwhile. */
async function running(reader: Pick<Transaction, 'find'>) {
  const pages = RUNNING.map((state) => reader.find(chapterMerges, { where: { state }, limit: 1 }))
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

async function assertNoneRuns(tx: Transaction) {
  if ((await running(tx)).length > 0) throw conflict('merge_running', m.mergeRunning())
}
