import { can, type ChapterAction, isListedChapter, positionIn } from '#shared/chapters/rights.ts'
import * as m from '#shared/chapters/messages.ts'
import { MIN_CHAPTERS } from '#shared/chapters/rules.ts'
import { batchesOf } from '#shared/lib/batches.ts'
import { can as canInCommunity } from '#shared/people/roles.ts'
import { forbidden, notFound } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type ChapterDocument, chapters, chapterSlugs } from './chapters/collection.ts'
import { type ChapterMembershipDocument, chapterMemberships } from './memberships/collection.ts'
import { membershipId } from './memberships/status.ts'
import { may } from './rights.ts'

type Viewer = Pick<Actor, 'id' | 'role'>

/** A chapter that the viewer may see, and their membership in it. */
export interface Access {
  chapter: ChapterDocument
  own: ChapterMembershipDocument | undefined
}

export type ChapterAccess = ReturnType<typeof createChapterAccess>

/** Finds chapters by slug, for viewers who may see them. */
export function createChapterAccess(store: Store, people: People) {
  const ids = new Set<string>()
  const { sync } = store.openFeed(chapters, {
    put: ({ id }) => void ids.add(id),
    remove: (id) => void ids.delete(id),
    reset: () => ids.clear(),
  })
  /** Whether members see chapters: not the one with which a community starts. Read from memory. */
  const areShown = () => ids.size >= MIN_CHAPTERS
  const isShownTo = ({ role }: Pick<Viewer, 'role'>) => areShown() || canInCommunity(role, 'administer')

  /** Undefined for a chapter that does not exist, and for one that the viewer must not know of. */
  async function seen(
    reader: Pick<Reader, 'get'>,
    viewer: Viewer,
    slug: string,
  ): Promise<Access | undefined> {
    const chapter = isShownTo(viewer) ? await bySlug(reader, slug) : undefined
    const own = chapter && (await reader.get(chapterMemberships, membershipId(chapter.id, viewer.id)))
    return chapter && may('see').of(chapter, viewer, own) ? { chapter, own } : undefined
  }

  /** @throws Failure 404 where `seen` has none */
  async function find(reader: Pick<Reader, 'get'>, viewer: Viewer, slug: string): Promise<Access> {
    const found = await seen(reader, viewer, slug)
    if (!found) throw notFound('chapter')
    return found
  }

  return {
    placeIn,

    /** Whether the actor can create events of the chapter. */
    async createsEvents(reader: Pick<Reader, 'get'>, actor: Viewer, chapterId: string) {
      const { chapter, position } = await placeIn(reader, actor, chapterId)
      return chapter !== undefined && can(position, 'createEvents', chapter)
    },

    isHidden: async (reader: Pick<Reader, 'get'>, chapterId: string) =>
      (await reader.get(chapters, chapterId))?.listing === 'hidden',

    isClosed: async (reader: Pick<Reader, 'get'>, chapterId: string) =>
      (await reader.get(chapters, chapterId))?.state === 'closed',

    /** Resolves once this process follows the chapters. */
    sync,
    areShown,
    isShownTo,
    seen,
    find,

    /** Finds it for a command, by someone whom no suspension has reached since the request began. */
    async findFor(tx: Transaction, actor: Viewer, slug: string, action: ChapterAction): Promise<Access> {
      const found = await find(tx, actor, slug)
      const isAllowed = may(action).of(found.chapter, actor, found.own)
      if (!isAllowed || (await people.members.accountStateOf(tx, actor.id)) !== 'active')
        throw forbidden('chapter_right_required', m.rightRequired())
      return found
    },
  }
}

/** The chapter, or the one that it is part of. */
export async function byId(reader: Pick<Reader, 'get'>, id: string): Promise<ChapterDocument | undefined> {
  const chapter = await reader.get(chapters, id)
  return chapter?.merged ? byId(reader, chapter.merged.into) : chapter
}

/** The chapter, or the one that it is part of. */
export async function bySlug(reader: Pick<Reader, 'get'>, slug: string) {
  const named = await reader.get(chapterSlugs, slug)
  return named && byId(reader, named.chapter)
}

export async function bySlugAlone(reader: Pick<Reader, 'get'>, slug: string) {
  const named = await reader.get(chapterSlugs, slug)
  return named && reader.get(chapters, named.chapter)
}

const MAX_READ = 500

/** Names in the order of `ids`. Empty for chapters that do not exist. */
export async function chapterNames(reader: Pick<Reader, 'getMany'>, ids: readonly string[]) {
  const batches = batchesOf([...new Set(ids)], MAX_READ)
  const found = (await Promise.all(batches.map((some) => reader.getMany(chapters, some)))).flat()
  const names = new Map(found.map((chapter) => [chapter?.id, chapter?.name]))
  return ids.map((id) => names.get(id) ?? '')
}

/** The viewer’s position in a chapter, and whether every member sees it. */
async function placeIn(reader: Pick<Reader, 'get'>, { id, role }: Viewer, chapterId: string) {
  const [chapter, own] = await Promise.all([
    reader.get(chapters, chapterId),
    reader.get(chapterMemberships, membershipId(chapterId, id)),
  ])
  const isListed = chapter !== undefined && isListedChapter(chapter)
  return { chapter, isListed, position: positionIn(role, own) }
}
