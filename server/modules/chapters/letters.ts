import { Type } from 'typebox'

import * as m from '#shared/chapters/messages.ts'
import type { Letter, LetterLine, LetterPlan } from '#shared/chapters/letters.ts'
import type { ChapterAction } from '#shared/chapters/rights.ts'
import type { Page } from '#shared/lib/page.ts'
import { forbidden, notFound } from '#server/lib/failure.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { ChapterAccess } from './access.ts'
import { type ChapterDocument, chapters } from './chapters/collection.ts'
import { chapterMemberships } from './memberships/collection.ts'
import { isActive, membershipId } from './memberships/status.ts'
import { may } from './rights.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { chapterLetters } from './letters/collection.ts'
import type { LetterKey, LetterPlanning } from './letter-planning.ts'
import { hasBlocked, letterLines, letterRecipients } from './letters/queries.ts'

interface Deps {
  store: Store
  people: People
  access: ChapterAccess
  planning: LetterPlanning
}

const UNSENT = ['held', 'scheduled'] as const
/** Letters of each state in the list of those not sent: few, because one a week can be sent. */
const MAX_PLANNED = 100

export type LetterService = ReturnType<typeof createLetterService>

/** Letters as their readers see them, and as those who write them do. */
export function createLetterService({ store, people, access, planning }: Deps) {
  /** @throws Failure 403, 404 */
  async function opened(actor: Actor, slug: string, action: ChapterAction): Promise<ChapterDocument> {
    const { chapter, own } = await access.find(store, actor, slug)
    if (!may(action).of(chapter, actor, own)) throw forbidden('chapter_right_required', m.rightRequired())
    return chapter
  }

  /** The letter with its text, for someone who reads it. Undefined while its author is suspended. */
  async function readable(viewerId: string, id: string, chapter: string) {
    const letter = await store.get(chapterLetters, id)
    if (letter?.chapter !== chapter || letter.state !== 'sent') return undefined
    if ((await people.members.accountStateOf(store, letter.by)) === 'inactive') return undefined
    const [by] = await people.members.cards(viewerId, [letter.by])
    return { letter, by }
  }

  async function emailOf(memberId: string, letterId: string) {
    const letter = await store.get(chapterLetters, letterId)
    const chapter = letter && (await store.get(chapters, letter.chapter))
    if (!chapter || chapter.state === 'closed') return undefined
    const own = await store.get(chapterMemberships, membershipId(chapter.id, memberId))
    if (!isActive(own) || own.lettersOff || !(await readable(memberId, letterId, chapter.id)))
      return undefined
    const isWithheld = hasBlocked(await store.views(), memberId, letter.by)
    return { chapter, letter: isWithheld ? undefined : { title: letter.title, text: letter.text } }
  }

  const setEmail = (memberId: string, chapterId: string, isOn: boolean): Promise<void> =>
    store.transact(async (tx) => {
      const own = await tx.get(chapterMemberships, membershipId(chapterId, memberId))
      if (!own || isOn === (own.lettersOff === undefined)) return
      const { lettersOff: _, ...rest } = own
      tx.put(chapterMemberships, isOn ? rest : { ...rest, lettersOff: true })
    })

  return {
    ...planning,

    /** The latest first. @throws Failure 403, 404, BadCursor */
    async list(actor: Actor, slug: string, cursor?: string): Promise<Page<LetterLine>> {
      const chapter = await opened(actor, slug, 'attend')
      const views = await store.views()
      return pageAt(cursor, fingerprint('chapter-letters', chapter.id), (range) =>
        letterLines(views, actor.id, { chapter: chapter.id, ...range }),
      )
    },

    /** One letter, even for a viewer who has blocked its author and has requested it. */
    async read(actor: Actor, { slug, letterId }: LetterKey): Promise<Letter> {
      const chapter = await opened(actor, slug, 'attend')
      const found = await readable(actor.id, letterId, chapter.id)
      if (!found) throw notFound('letter')
      return { ...found.letter, by: found.by }
    },

    /** Planned letters, for those who write them. @throws Failure 403, 404 */
    async plan(actor: Actor, slug: string): Promise<LetterPlan> {
      const chapter = await opened(actor, slug, 'writeLetters')
      const listed = UNSENT.map((state) =>
        store.find(chapterLetters, {
          where: { chapter: chapter.id, state },
          orderBy: 'at',
          limit: MAX_PLANNED,
        }),
      )
      const planned = (await Promise.all(listed)).flatMap(({ items }) => items)
      const authors = await people.members.cards(
        actor.id,
        planned.map(({ by }) => by),
      )
      const cards = new Map(authors.map((card) => [card.id, card]))
      return {
        items: planned.map(({ by, ...letter }) => ({ ...letter, by: cards.get(by) })),
        recipients: letterRecipients(await store.views(), chapter.id, actor.id),
        nextAt: await planning.nextAt(chapter),
      }
    },

    /** For an email: undefined when the member gets none. Without the words if the member has blocked their author. */
    emailOf,

    /** Name of the chapter, and whether the member gets its letters by email. Undefined without a membership. */
    async subscription(memberId: string, chapterId: string) {
      const [chapter, own] = await Promise.all([
        store.get(chapters, chapterId),
        store.get(chapterMemberships, membershipId(chapterId, memberId)),
      ])
      return chapter && own && { name: chapter.name, isOn: isActive(own) && !own.lettersOff }
    },

    /** Safe to repeat. */
    setEmail,

    /** For the member's own page of the chapter. @throws Failure 403, 404 */
    async choose(actor: Actor, slug: string, isOn: boolean): Promise<void> {
      const { id } = await opened(actor, slug, 'attend')
      await setEmail(actor.id, id, isOn)
    },
  }
}

const ExportedLettersSchema = Type.Array(
  Type.Object({ chapter: Type.String(), title: Type.String(), text: Type.String(), at: Type.String() }),
)

/** Letters that the member wrote. They have those to them in their notifications. */
export const chapterLettersAccountData = (store: Store) => {
  const writtenBy = (by: string) => allOf(store, chapterLetters, { where: { by }, orderBy: 'at' })
  return exported(
    { name: 'chapterLetters', collections: [chapterLetters], schema: ExportedLettersSchema },
    {
      exportOf: writtenBy,
      /** Sent ones belong to the chapter, and contain no name of the author. */
      async forget(by) {
        for (const state of UNSENT) await deleteAll(store, chapterLetters, { where: { by, state } })
      },
    },
  )
}
