import * as m from '#shared/chapters/messages.ts'
import type { ChapterImport } from '#shared/chapters/schema.ts'
import { assertValid } from '#server/lib/failure.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { bySlug, type ChapterAccess } from './access.ts'
import { chapterSlugs } from './chapters/collection.ts'
import { type ChapterEditor, isSaved, normalised, problemsOf } from './chapters/editor.ts'
import { chapterMemberships } from './memberships/collection.ts'
import type { ChapterPeople } from './memberships/people.ts'
import { isActive, membershipId } from './memberships/status.ts'

interface Deps {
  store: Store
  people: People
  access: ChapterAccess
  editor: ChapterEditor
  chapterPeople: ChapterPeople
}

type Row = ReturnType<typeof rowOf>

export type ChapterImporter = ReturnType<typeof createChapterImporter>

/** Creates the chapters of a file in one transaction: all of them, or none. Safe to repeat. */
export function createChapterImporter({ store, people, access, editor, chapterPeople }: Deps) {
  async function activeMember(tx: Transaction, email: string) {
    const id = email ? await people.members.idOfAddress(email) : undefined
    const state = id === undefined ? undefined : await people.members.accountStateOf(tx, id)
    return state === 'active' ? id : undefined
  }

  return {
    /** @throws Failure 400 with the errors of each row, or 409 for a lead without the industry that a seat needs */
    async create(actor: Actor, { chapters }: ChapterImport): Promise<void> {
      const rows = chapters.map(rowOf)
      await store.transact(async (tx) => {
        const leads = await Promise.all(rows.map(({ lead }) => activeMember(tx, lead)))
        const isEachCreated = await Promise.all(rows.map((row, at) => isCreated(tx, row, leads[at])))
        // A repeated request finds what it has created.
        if (isEachCreated.every(Boolean)) return
        const found = await Promise.all(rows.map((row, at) => problemsIn(tx, row, leads[at], rows)))
        assertValid(
          Object.fromEntries(
            found.flatMap((problems, at) =>
              Object.entries(problems).map(
                ([field, problem]) => [`chapters.${at}.${field}`, problem] as const,
              ),
            ),
          ),
        )
        await Promise.all(
          rows.map(async ({ edit }, at) => {
            const chapter = await editor.add(tx, actor, edit)
            const member = leads[at]
            if (member !== undefined)
              await chapterPeople.appointIn(tx, actor, { chapter, member, role: 'lead' })
          }),
        )
      })
      await access.sync()
    },
  }
}

async function isCreated(tx: Transaction, { edit, lead }: Row, leadId: string | undefined) {
  const chapter = await bySlug(tx, edit.slug)
  if (!chapter || !isSaved(chapter, edit)) return false
  if (!lead) return true
  const membership = await tx.get(chapterMemberships, membershipId(chapter.id, leadId ?? ''))
  return isActive(membership) && membership.role === 'lead'
}

/** Errors of a row by field, `rows` being those of the whole file. */
async function problemsIn(
  tx: Transaction,
  { edit, lead }: Row,
  leadId: string | undefined,
  rows: readonly Row[],
) {
  const claimed = await tx.get(chapterSlugs, edit.slug)
  const isRepeated = (isEqual: (other: Row) => boolean) => rows.filter(isEqual).length > 1
  const problems = problemsOf(edit)
  return {
    ...problems,
    slug: claimed || isRepeated((other) => other.edit.slug === edit.slug) ? m.slugTaken() : problems.slug,
    lead:
      lead && leadId === undefined
        ? m.importLeadUnknown()
        : lead && isRepeated((other) => other.lead === lead)
          ? m.importLeadRepeated()
          : undefined,
  }
}

const rowOf = ({ lead = '', ...edit }: ChapterImport['chapters'][number]) => ({
  edit: normalised(edit),
  lead: oneLine(lead).toLowerCase(),
})
