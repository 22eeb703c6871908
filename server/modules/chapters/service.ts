import type {
  Chapter,
  ChapterChoice,
  ChapterEdit,
  ChapterLine,
  ChapterPerson,
} from '#shared/chapters/schema.ts'
import { can } from '#shared/chapters/rights.ts'
import type { DirectoryEntry } from '#shared/people/directory.ts'
import type { Page } from '#shared/lib/page.ts'
import { fold } from '#shared/lib/words.ts'
import { forbidden } from '#server/lib/failure.ts'
import * as m from '#shared/chapters/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { bySlug, type ChapterAccess } from './access.ts'
import { byDistance } from './distance.ts'
import { type ChapterDocument, chapters } from './chapters/collection.ts'
import { otherHome } from './memberships/activation.ts'
import { chapterSuccessions } from './succession/collection.ts'
import { restsAt } from './succession/next-step.ts'
import { isRenewable, termEndOf } from './memberships/term.ts'
import { isInvitation, undoUntil } from './memberships/status.ts'
import type { ChapterMembershipDocument } from './memberships/collection.ts'
import {
  activeMemberIds,
  chapterChoices,
  chapterLines,
  chapterMembers,
  chapterPeople,
  homeChoices,
  isPublicChapterCover,
  leadCards,
  chapterMemberTotal,
  mergedChapters,
  openChapters,
  ownChapterIds,
  ownChaptersFirst,
} from './queries.ts'
import { may } from './rights.ts'

interface Deps {
  store: Store
  clock: Clock
  community: Community
  people: People
  access: ChapterAccess
}

export type ChapterService = ReturnType<typeof createChapterService>

/** Chapters as their viewers see them. */
export function createChapterService({ store, clock, community, people, access }: Deps) {
  const isExportable = async (...place: Parameters<ReturnType<typeof may>['of']>) =>
    may('exportPeople').of(...place) && (await community.settings.current('chapterExports')).value.allowed

  return {
    /** Only admins see the chapter with which a community starts. @throws BadCursor */
    async list(
      actor: Actor,
      { list = 'all', cursor }: { list?: 'all' | 'ownFirst'; cursor?: string },
    ): Promise<Page<ChapterLine>> {
      const query = fingerprint('chapters', list)
      if (!access.isShownTo(actor)) return { items: [] }
      const linesOf = list === 'all' ? chapterLines : ownChaptersFirst
      const views = await store.views()
      return pageAt(cursor, query, (range) => linesOf(views, actor, range))
    },

    /** Chapters in which the viewer may do this, by name. */
    choices: async (
      actor: Actor,
      action: 'see' | 'createEvents' | 'openRounds' = 'see',
    ): Promise<(ChapterChoice & Pick<ChapterEdit, 'listing'>)[]> =>
      access.isShownTo(actor) ? chapterChoices(await store.views(), actor, action) : [],

    /** Chapters that a member without a home can join or ask to join, the nearest first. */
    async homes(actor: Actor): Promise<(ChapterChoice & Pick<ChapterEdit, 'joinRule'>)[]> {
      if (!access.areShown()) return []
      const views = await store.views()
      const found = homeChoices(views, actor)
      if (found.length === 0) return []
      const { address, timeZone } = await people.members.ownProfile(actor)
      return byDistance(found, { city: address.city ?? '', timeZone }, clock())
    },

    /** Id of the chapter with this slug, if the viewer sees it. */
    idOf: async (actor: Actor, slug: string): Promise<string | undefined> =>
      (await access.seen(store, actor, slug))?.chapter.id,

    /** @throws Failure 404 */
    async details(actor: Actor, slug: string): Promise<Chapter> {
      const { chapter, own } = await access.find(store, actor, slug)
      const [views, elsewhere, asked] = await Promise.all([
        store.views(),
        otherHome(store, actor.id, chapter.id),
        may('attend').of(chapter, actor, own) && chapter.state !== 'closed'
          ? store.get(chapterSuccessions, chapter.id)
          : undefined,
      ])
      const home = elsewhere && (await store.get(chapters, elsewhere.chapter))
      return {
        ...chapter,
        members: chapterMemberTotal(views, chapter.id),
        own: own && ownView(chapter, own, clock()),
        leads: leadCards(views, actor.id, chapter.id),
        succession: asked && { need: asked.need, restsAt: restsAt(asked.askedAt) },
        home: home && { slug: home.slug, name: home.name },
        isExportable: (await isExportable(chapter, actor, own)) || undefined,
        merged: may('edit').of(chapter, actor, own) ? mergedChapters(views, chapter.id, clock()) : undefined,
      }
    },

    /** Finds chapters that are not closed by their name or slug, in any case. Only for admins. */
    async named(): Promise<(text: string) => string | undefined> {
      const open = access.areShown() ? openChapters(await store.views()) : []
      const ids = new Map(
        open.flatMap(({ id, slug, name }) => [[fold(name), id] as const, [fold(slug), id] as const]),
      )
      return (text) => ids.get(fold(text))
    },

    /** Ids of the chapters in which the member has an active membership. */
    ownIds: async (memberId: string): Promise<string[]> => ownChapterIds(await store.views(), memberId),

    /** Ids of the active members of the chapter with this slug. */
    async memberIds(slug: string): Promise<string[]> {
      const chapter = await bySlug(store, slug)
      return chapter ? activeMemberIds(await store.views(), chapter.id) : []
    },

    /** A public chapter, for visitors. Undefined for all others, whether they exist or not. */
    async publicChapter(slug: string): Promise<ChapterDocument | undefined> {
      const chapter = access.areShown() ? await bySlug(store, slug) : undefined
      return chapter?.listing === 'public' && can(undefined, 'see', chapter) ? chapter : undefined
    },

    /** Whether visitors see the picture with a chapter. */
    isPublicCover: async (imageId: string): Promise<boolean> =>
      access.areShown() && isPublicChapterCover(await store.views(), imageId),

    /** The members who are in the directory. @throws Failure 404, BadCursor */
    async members(actor: Actor, slug: string, cursor?: string): Promise<Page<DirectoryEntry>> {
      const { chapter } = await access.find(store, actor, slug)
      const query = fingerprint('chapter-members', chapter.id)
      const views = await store.views()
      const { items, next } = pageAt(cursor, query, (range) =>
        chapterMembers(views, actor.id, { chapter: chapter.id, ...range }),
      )
      const ids = items.map(({ id }) => id)
      const found = await people.relationships.relationshipsWith(actor.id, ids)
      return { items: items.map((row) => ({ ...row, relationship: found.get(row.id) })), next }
    },

    /** For those who manage them. @throws Failure 403, 404, BadCursor */
    async people(
      actor: Actor,
      slug: string,
      { state = 'active', cursor }: { state?: 'active' | 'pending'; cursor?: string },
    ): Promise<Page<ChapterPerson>> {
      const { chapter, own } = await access.find(store, actor, slug)
      if (!may('managePeople').of(chapter, actor, own))
        throw forbidden('chapter_right_required', m.rightRequired())
      const query = fingerprint('chapter-people', chapter.id, state)
      const views = await store.views()
      return pageAt(cursor, query, (range) =>
        chapterPeople(views, actor, { chapter: chapter.id, state, ...range }),
      )
    },
  }
}

function ownView(chapter: ChapterDocument, own: ChapterMembershipDocument, now: number) {
  const endsAt = termEndOf(chapter, own)
  return {
    kind: own.kind,
    role: own.role,
    state: own.state,
    since: own.since,
    isInvited: isInvitation(own) || undefined,
    termEndsAt: isRenewable(endsAt, now) ? endsAt : undefined,
    offersToLead: own.offeredAt !== undefined || undefined,
    lettersOff: own.lettersOff,
    undoUntil: own.state === 'active' && own.move ? undoUntil(own.move.at) : undefined,
  }
}
