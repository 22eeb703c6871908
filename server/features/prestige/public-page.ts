import { LRUCache } from 'lru-cache'

import { PAGE_SIZE } from '#shared/constants.ts'
import type { MemberProfile } from '#shared/members.ts'
import type { PublicMember, PublicMemberPage, PublicMembersQuery, PublicStatement } from '#shared/prestige.ts'
import type { TierStatement } from '#shared/prestige-tier.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { SearchIndex } from '#server/search/index.ts'

import type { PrestigeReadModel } from './read-model.ts'
import type { createSharing } from './sharing.ts'
import type { Summaries } from './summaries.ts'
import { tierStatement } from './summary-view.ts'

interface Deps {
  clock: Clock
  readModel: PrestigeReadModel
  summaries: Pick<Summaries, 'summariesOf' | 'summaryOf'>
  sharing: Pick<ReturnType<typeof createSharing>, 'listedAmong' | 'ownerOf'>
  /** Brings the profiles in the read model up to date. */
  syncProfiles: () => Promise<unknown>
  /** Of active members without a scheduled deletion; those in the directory only if `listed`. As visitors see them. */
  publicProfiles: (ids: readonly string[], options: { listed: boolean }) => Promise<MemberProfile[]>
}

/** Milliseconds until tiers that changed with time show in an answer. Other changes show at once. */
const FRESH_FOR = 5_000
const REMEMBERED = 200

/** What anyone sees, with a session or without: a difference would reveal blocks (decision 097). */
export function createPublicPage(deps: Deps) {
  const { clock, readModel, summaries, sharing, syncProfiles, publicProfiles } = deps
  const remembered = new LRUCache<string, { at: number; revision: number; page: Promise<PublicMemberPage> }>({
    max: REMEMBERED,
  })

  /** Of these members, those who are still listed, with the tier of now. */
  async function listedMembers(ids: readonly string[]): Promise<PublicMember[]> {
    const [listed, profiles] = await Promise.all([
      sharing.listedAmong(ids),
      publicProfiles(ids, { listed: true }),
    ])
    const shown = profiles.filter(({ id }) => listed.has(id))
    const tiers = await summaries.summariesOf(shown.map(({ id }) => id))
    return shown.map((profile, at) => publicMember(profile, tierStatement(tiers[at]!)))
  }

  async function readPage(
    all: SearchIndex,
    { tier, industry, cursor }: PublicMembersQuery,
  ): Promise<PublicMemberPage> {
    const facets = { tier, industry }
    const pageFrom = (from: string | undefined, limit: number) =>
      all.countedPage({ list: 'prestige', facets, cursor: from, limit })
    const isMatch = (member: PublicMember) =>
      (!tier || member.tier === tier) && (!industry || member.industry === industry)

    let found = pageFrom(cursor, PAGE_SIZE)
    const { total } = found
    const items = (await listedMembers(found.ids)).filter(isMatch)
    // The tier of some may have changed with time, and others may have left the list on another replica.
    while (found.next && items.length < PAGE_SIZE) {
      found = pageFrom(found.next, PAGE_SIZE - items.length)
      items.push(...(await listedMembers(found.ids)).filter(isMatch))
    }
    return { items, total, ...(found.next && { next: found.next }) }
  }

  return {
    /** Listed members, the highest tier first, then by name. */
    async publicMembers(query: PublicMembersQuery): Promise<PublicMemberPage> {
      const [all] = await Promise.all([readModel.listed(), syncProfiles()])
      const { revision } = all
      const key = JSON.stringify([query.tier, query.industry, query.cursor])
      const before = remembered.get(key)
      if (before?.revision === revision && clock() - before.at < FRESH_FOR) return before.page
      const page = readPage(all, query)
      remembered.set(key, { at: clock(), revision, page })
      page.catch(() => remembered.delete(key))
      return page
    },

    /** The same answer for a link that was revoked, one that never was, and one of a member who is not there. */
    async publicStatement(secret: string): Promise<PublicStatement> {
      const memberId = await sharing.ownerOf(secret)
      if (memberId === undefined) throw notFound('statement')
      const [[profile], summary] = await Promise.all([
        publicProfiles([memberId], { listed: false }),
        summaries.summaryOf(memberId),
      ])
      if (!profile) throw notFound('statement')
      const { id: _, photo: __, ...member } = publicMember(profile, tierStatement(summary))
      const { bio, links } = profile
      return { ...member, ...(bio && { bio }), ...(links && { links }), verifiedAt: isoInstant(clock()) }
    },

    /** Whether it is the public photo of a listed member. */
    async isPublicPhoto(imageId: string): Promise<boolean> {
      await syncProfiles()
      const ids = (await readModel.membersWithPhoto(imageId)).slice(0, PAGE_SIZE)
      if (ids.length === 0) return false
      return (await listedMembers(ids)).some(({ photo }) => photo === imageId)
    },
  }
}

function publicMember(profile: MemberProfile, tier: TierStatement): PublicMember {
  const { id, displayName, photo, headline, company, industry, address } = profile
  return {
    id,
    displayName,
    ...(photo && { photo }),
    ...(headline && { headline }),
    ...(company && { company }),
    ...(industry && { industry }),
    ...(address?.city && { city: address.city }),
    ...tier,
  }
}
