import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/chapters/messages.ts'
import { CHAPTER_LIMITS, type ChapterState, NEW_STATES, NEXT_STATES } from '#shared/chapters/rules.ts'
import { RESERVED_SLUGS } from '#shared/lib/paths/chapters.ts'
import type { ChapterEdit } from '#shared/chapters/schema.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { createContributions } from '#server/lib/contributions.ts'
import { assertValid, invalidFields, stale } from '#server/lib/failure.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import { isTimeZone } from '#server/lib/time/time-zones.ts'
import type { Actor } from '#server/modules/actor.ts'
import { bySlug, type ChapterAccess } from '#server/modules/chapters/access.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type ChapterDocument, chapters, chapterSlugs } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  audit: Operations['audit']
  access: ChapterAccess
  images: Pick<People['images'], 'use'>
}

export type ChapterEditor = ReturnType<typeof createChapterEditor>

/** Chapters as admins create and edit them. */
export function createChapterEditor({ store, clock, newId, audit, access, images }: Deps) {
  const record = (
    tx: Transaction,
    actor: Actor,
    action: string,
    { target, before, after }: { target: string; before?: ChapterEdit; after: ChapterEdit },
  ) => audit.record({ action, actor: actor.id, target, before, after, sessionHash: actor.sessionHash }, tx)
  const closings = createContributions<[Transaction, chapterId: string], string | undefined>()

  async function assertMayClose(tx: Transaction, chapterId: string) {
    const [problem] = (await closings.collect(tx, chapterId)).filter((found) => found !== undefined)
    if (problem !== undefined) throw invalidFields({ state: problem })
  }

  const useCover = (
    tx: Transaction,
    { id: by }: Actor,
    chapter: string,
    after: ChapterEdit,
    before?: ChapterEdit,
  ) => images.use(tx, `chapter:${chapter}`, { id: after.cover ?? '', oldId: before?.cover ?? '', by })

  async function add(tx: Transaction, actor: Actor, edit: ChapterEdit): Promise<ChapterDocument> {
    assertNextState(NEW_STATES, edit)
    const id = newId()
    await claimSlug(tx, edit.slug, id)
    await useCover(tx, actor, id, edit)
    const createdAt = isoInstant(clock())
    const chapter = { id, version: 1, ...edit, createdAt, stateSince: { [edit.state]: createdAt } }
    tx.create(chapters, chapter)
    await record(tx, actor, 'chapter.created', { target: id, after: edit })
    return chapter
  }

  return {
    /** Creates a chapter in the transaction of the caller, who calls `access.sync` after it. @throws Failure 400 */
    add: (tx: Transaction, actor: Actor, edit: ChapterEdit) => add(tx, actor, validated(edit)),

    /** Adds a reason for which a chapter can’t be closed yet. */
    addClosingProblem: closings.contribute,

    async create(actor: Actor, sent: ChapterEdit): Promise<void> {
      const edit = validated(sent)
      await store.transact(async (tx) => {
        // A repeated request finds the requested state.
        if (!isSaved(await bySlug(tx, edit.slug), edit)) await add(tx, actor, edit)
      })
      await access.sync()
    },

    /** Replaces every field, if `version` is still the latest. */
    async edit(actor: Actor, slug: string, version: number, sent: ChapterEdit): Promise<void> {
      const edit = validated(sent)
      await store.transact(async (tx) => {
        const { chapter: before } = await access.findFor(tx, actor, slug, 'edit')
        if (isSaved(before, edit)) return
        if (before.version !== version) throw stale('chapter')
        assertNextState([before.state, ...NEXT_STATES[before.state]], edit)
        if (edit.state === 'closed' && before.state !== 'closed') await assertMayClose(tx, before.id)
        await claimSlug(tx, edit.slug, before.id)
        await useCover(tx, actor, before.id, edit, before)
        const entered = edit.state === before.state ? {} : { [edit.state]: isoInstant(clock()) }
        const stateSince = { ...before.stateSince, ...entered }
        const termSince = edit.leadTerm === before.leadTerm ? before.termSince : isoInstant(clock())
        const { id, createdAt, merged } = before
        tx.put(chapters, { id, version: version + 1, ...edit, createdAt, stateSince, termSince, merged })
        await record(tx, actor, 'chapter.edited', { target: before.id, before: editOf(before), after: edit })
      })
      await access.sync()
    },
  }
}

/** @throws Failure 400 when another chapter has or had the slug */
async function claimSlug(tx: Transaction, slug: string, chapter: string) {
  const claimed = await tx.get(chapterSlugs, slug)
  if (claimed && claimed.chapter !== chapter) throw invalidFields({ slug: m.slugTaken() })
  if (!claimed) tx.create(chapterSlugs, { id: slug, chapter })
}

function validated(sent: ChapterEdit): ChapterEdit {
  const edit = normalised(sent)
  assertValid(problemsOf(edit))
  return edit
}

export const normalised = (sent: ChapterEdit): ChapterEdit => ({
  ...sent,
  name: oneLine(sent.name),
  region: oneLine(sent.region),
  place: oneLine(sent.place),
  about: paragraphs(sent.about),
})

/** Errors of a chapter by field. */
export const problemsOf = ({ slug, ...place }: Pick<ChapterEdit, 'name' | 'timeZone' | 'slug'>) => ({
  ...placeProblems(place),
  slug: RESERVED_SLUGS.includes(slug) ? m.slugTaken() : undefined,
})

/** Errors of the name and the time zone. */
export function placeProblems({ name, timeZone }: Pick<ChapterEdit, 'name' | 'timeZone'>) {
  const { min } = CHAPTER_LIMITS.name
  return {
    name: visibleLength(name) < min ? m.nameRule({ min }) : undefined,
    timeZone: isTimeZone(timeZone) ? undefined : m.timeZoneRule(),
  }
}

/** The edit that would leave the chapter unchanged. */
function editOf(chapter: ChapterDocument): ChapterEdit {
  const {
    id: _,
    version: __,
    createdAt: ___,
    stateSince: ____,
    termSince: _____,
    merged: ______,
    ...edit
  } = chapter
  return edit
}

/** Whether the chapter is as the edit has it. */
export const isSaved = (chapter: ChapterDocument | undefined, edit: ChapterEdit) =>
  chapter !== undefined && isDeepStrictEqual(editOf(chapter), edit)

function assertNextState(states: readonly ChapterState[], { state }: ChapterEdit) {
  if (!states.includes(state)) throw invalidFields({ state: m.stateRule() })
}
