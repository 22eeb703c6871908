import * as m from '#shared/chapters/messages.ts'
import type { ChapterImport } from '#shared/chapters/schema.ts'
import { assertValid } from '#server/lib/failure.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { isEmailAddress } from '#server/lib/text/email-address.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { bySlug, type ChapterAccess } from './access.ts'
import { type ChapterDocument, chapterSlugs } from './chapters/collection.ts'
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
  const invited = createSubscribers<[Transaction, Actor, lead: { email: string; chapter: string }]>()

  async function leadOf(tx: Transaction, { lead: email }: Row): Promise<Lead | undefined> {
    if (!isEmailAddress(email)) return undefined
    const id = await people.members.idOfAddress(email)
    if (id === undefined) return { email }
    return (await people.members.accountStateOf(tx, id)) === 'active' ? { email, id } : undefined
  }

  async function add(tx: Transaction, actor: Actor, file: ImportedFile) {
    assertValid(await problemsIn(tx, file))
    return Promise.all(
      file.rows.map(async ({ edit }, at) => {
        const chapter = await editor.add(tx, actor, edit)
        const member = file.leads[at]?.id
        if (member !== undefined) await chapterPeople.appointIn(tx, actor, { chapter, member, role: 'lead' })
        return chapter
      }),
    )
  }

  return {
    /** Called in the transaction for each lead without an account, also of a repeated request. */
    onLeadInvited: invited.subscribe,

    /**
     * @param errors of values that no chapter can have
     * @throws Failure 400 with these and all other errors of each row, or 409 for a lead without the industry that a seat needs
     */
    async create(actor: Actor, { chapters }: ChapterImport, errors: ImportedFile['errors']): Promise<void> {
      const rows = chapters.map(rowOf)
      await store.transact(async (tx) => {
        const leads = await Promise.all(rows.map((row) => leadOf(tx, row)))
        const created =
          errors.size === 0 && (await Promise.all(rows.map((row, at) => createdBefore(tx, row, leads[at]))))
        // A repeated request finds what it has created.
        const present =
          created && created.every((chapter) => chapter !== undefined)
            ? created
            : await add(tx, actor, { rows, leads, errors })
        for (const [at, { id: chapter }] of present.entries()) {
          const lead = leads[at]
          if (lead && lead.id === undefined) await invited.emit(tx, actor, { email: lead.email, chapter })
        }
      })
      await access.sync()
    },
  }
}

interface Lead {
  email: string
  /** Undefined for someone without an account. */
  id?: string
}

interface ImportedFile {
  rows: readonly Row[]
  /** The lead of each row. */
  leads: readonly (Lead | undefined)[]
  /** Errors of values that no chapter can have, by path, such as `chapters.2.slug`. */
  errors: ReadonlyMap<string, string>
}

async function createdBefore(
  tx: Transaction,
  { edit, lead: address }: Row,
  lead: Lead | undefined,
): Promise<ChapterDocument | undefined> {
  const chapter = await bySlug(tx, edit.slug)
  if (!chapter || !isSaved(chapter, edit)) return undefined
  if (!address || (lead && lead.id === undefined)) return chapter
  const membership = await tx.get(chapterMemberships, membershipId(chapter.id, lead?.id ?? ''))
  return isActive(membership) && membership.role === 'lead' ? chapter : undefined
}

/** Errors by path. */
async function problemsIn(tx: Transaction, { rows, leads, errors }: ImportedFile) {
  const isRepeated = (isEqual: (other: Row) => boolean) => rows.filter(isEqual).length > 1
  const found = await Promise.all(
    rows.map(async ({ edit, lead }, at) => {
      const pathOf = (field: string) => `chapters.${at}.${field}`
      const isClaimed = !errors.has(pathOf('slug')) && (await tx.get(chapterSlugs, edit.slug)) !== undefined
      const problems = problemsOf(edit)
      const ofRow = {
        ...problems,
        slug:
          isClaimed || isRepeated((other) => other.edit.slug === edit.slug) ? m.slugTaken() : problems.slug,
        lead:
          lead && !leads[at]
            ? m.importLeadUnknown()
            : lead && isRepeated((other) => other.lead === lead)
              ? m.importLeadRepeated()
              : undefined,
      }
      return Object.entries(ofRow).map(([field, problem]) => [pathOf(field), problem] as const)
    }),
  )
  return Object.fromEntries([...found.flat(), ...errors])
}

const rowOf = ({ lead = '', ...edit }: ChapterImport['chapters'][number]) => ({
  edit: normalised(edit),
  lead: oneLine(lead).toLowerCase(),
})
