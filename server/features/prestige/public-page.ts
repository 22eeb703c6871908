import { PAGE_SIZE } from '#shared/constants.ts'
import type { MemberProfile } from '#shared/members.ts'
import type { PublicMember, PublicMemberPage, PublicMembersQuery, PublicStatement } from '#shared/prestige.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'

import { isPhotoOfListed, listedAmong, listedMembers, listedTotal } from './queries.ts'
import type { createSharing } from './sharing.ts'
import type { Summaries } from './summaries.ts'
import { tierStatement } from './summary-view.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  summaries: Pick<Summaries, 'calculateDue' | 'summaryOf'>
  sharing: Pick<ReturnType<typeof createSharing>, 'ownerOf'>
  /** As visitors see it; undefined unless the member is active without a scheduled deletion. */
  publicProfile: (id: string) => Promise<MemberProfile | undefined>
}

/** What anyone sees, with a session or without: a difference would reveal blocks (decision 097). */
export function createPublicPage({ store, clock, summaries, sharing, publicProfile }: Deps) {
  return {
    /** Listed members, the highest tier first, then by name. @throws BadCursor */
    async publicMembers({ cursor, ...filter }: PublicMembersQuery): Promise<PublicMemberPage> {
      const query = fingerprint('prestige', filter.tier, filter.industry)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      await summaries.calculateDue(async (due) => listedAmong(await store.views(), due).slice(0, PAGE_SIZE))
      const views = await store.views()
      const { items, ...next } = pageOf(
        listedMembers(views, filter, { after, rows: PAGE_SIZE }),
        PAGE_SIZE,
        query,
      )
      return {
        items: items.map(({ card, tier, people, since }) => ({
          ...(JSON.parse(card) as Omit<PublicMember, 'tier' | 'people' | 'since'>),
          ...tierStatement({ tier, people, since: since ?? undefined }),
        })),
        total: listedTotal(views, filter),
        ...next,
      }
    },

    /** The same answer for a link that was revoked, one that never was, and one of a member who is not there. */
    async publicStatement(secret: string): Promise<PublicStatement> {
      const memberId = await sharing.ownerOf(secret)
      if (memberId === undefined) throw notFound('statement')
      const [profile, summary] = await Promise.all([publicProfile(memberId), summaries.summaryOf(memberId)])
      if (!profile) throw notFound('statement')
      const { displayName, headline, company, industry, address, bio, links } = profile
      return {
        displayName,
        ...(headline && { headline }),
        ...(company && { company }),
        ...(industry && { industry }),
        ...(address?.city && { city: address.city }),
        ...tierStatement(summary),
        ...(bio && { bio }),
        ...(links && { links }),
        verifiedAt: isoInstant(clock()),
      }
    },

    /** Whether it is the public photo of a listed member. */
    isPublicPhoto: async (imageId: string) => isPhotoOfListed(await store.views(), imageId),
  }
}
