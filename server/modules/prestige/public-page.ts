import { PAGE_SIZE } from '#shared/lib/page.ts'
import type { PublicMemberPage, PublicMembersQuery, PublicStatement } from '#shared/prestige/schema.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import { parseJson } from '#server/views/sql.ts'

import { isPhotoOfListed, listedAmong, listedMembers, listedTotal } from './queries.ts'
import type { Summaries } from './summaries.ts'
import { tierStatement } from './summary-view.ts'
import type { PrestigeSharing } from './sharing.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  people: People
  summaries: Summaries
  sharing: PrestigeSharing
}

export type PublicPage = ReturnType<typeof createPublicPage>

/** The public page, the same with and without a session: a difference would reveal blocks (decision 096). */
export function createPublicPage({ store, clock, people, summaries, sharing }: Deps) {
  return {
    /** Listed members, highest tier first, then by name. @throws BadCursor */
    async publicMembers({ cursor, ...filter }: PublicMembersQuery): Promise<PublicMemberPage> {
      const query = fingerprint('prestige', filter.tier, filter.industry)
      await summaries.calculateDue(async (due) => listedAmong(await store.views(), due).slice(0, PAGE_SIZE))
      const views = await store.views()
      const { items, ...next } = pageAt(cursor, query, (range) => listedMembers(views, filter, range))
      return {
        items: items.map(({ card, since, ...tier }) => ({
          ...parseJson(card),
          ...tierStatement({ ...tier, since: since ?? undefined }),
        })),
        total: listedTotal(views, filter),
        ...next,
      }
    },

    /** The answer is the same for a revoked link, an unknown one, and one of a member who is not active. */
    async publicStatement(secret: string): Promise<PublicStatement> {
      const memberId = await sharing.ownerOf(secret)
      if (memberId === undefined) throw notFound('statement')
      const [profile, summary] = await Promise.all([
        people.members.publicProfile(memberId),
        summaries.summaryOf(memberId),
      ])
      if (!profile) throw notFound('statement')
      const { displayName, headline, company, industry, address, bio, links } = profile
      return {
        displayName,
        headline: headline || undefined,
        company: company || undefined,
        industry: industry || undefined,
        city: address?.city || undefined,
        ...tierStatement(summary),
        bio: bio || undefined,
        links,
        verifiedAt: isoInstant(clock()),
      }
    },

    /** Whether it is the public photo of a listed member. */
    isPublicPhoto: async (imageId: string) => isPhotoOfListed(await store.views(), imageId),
  }
}
